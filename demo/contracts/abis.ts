import { parseAbi } from 'viem';

export const tokenAbi = parseAbi([
  'constructor(string name, string symbol, uint8 decimals)',
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function balanceOf(address account) view returns (uint256)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function transferFrom(address from, address to, uint256 value) returns (bool)',
  'function approve(address spender, uint256 value) returns (bool)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
]);

export const feeTokenAbi = parseAbi(['constructor(string name, string symbol, address collector)']);

export const rebasingTokenAbi = parseAbi(['function rebase(uint256 index)']);

export const wethAbi = parseAbi(['function deposit() payable', 'function withdraw(uint256 wad)']);

export const spamTokenAbi = parseAbi([
  'constructor(string name, string symbol)',
  'function airdrop(address[] recipients, uint256 value)',
]);

export const forgingTokenAbi = parseAbi(['function forge(address victim, address to, uint256 value)']);

export const collectibleAbi = parseAbi([
  'constructor(string name, string symbol)',
  'function mint(uint256 quantity) payable',
  'function mintFree(uint256 quantity)',
  'function totalSupply() view returns (uint256)',
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function tokenURI(uint256 tokenId) view returns (string)',
  'function approve(address to, uint256 tokenId)',
  'function transferFrom(address from, address to, uint256 tokenId)',
  'function safeTransferFrom(address from, address to, uint256 tokenId)',
  'function setApprovalForAll(address operator, bool approved)',
  'function isApprovedForAll(address owner, address operator) view returns (bool)',
  'event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)',
]);

export const marketplaceAbi = parseAbi([
  'function list(address collection, uint256 tokenId, uint256 price)',
  'function buy(address collection, uint256 tokenId) payable',
]);

export const multiTokenAbi = parseAbi([
  'constructor(string uri)',
  'function mint(address to, uint256 id, uint256 amount, bytes data)',
  'function mintBatch(address to, uint256[] ids, uint256[] amounts, bytes data)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
  'function safeBatchTransferFrom(address from, address to, uint256[] ids, uint256[] amounts, bytes data)',
  'function balanceOf(address account, uint256 id) view returns (uint256)',
]);

export const reverterAbi = parseAbi([
  'function failWithReason() payable',
  'function failWithError() payable',
]);

export const payoutAbi = parseAbi([
  'function split(address[] recipients) payable',
  'function payWithRevertedBranch(address to, uint256 kept, uint256 lost) payable',
]);

export const piggybankAbi = parseAbi(['function close(address to)']);

export const passThroughAbi = parseAbi(['constructor(address to) payable']);

export const feedAbi = parseAbi([
  'constructor(string description, uint8 decimals, address transmitter)',
  'function setAnswer(int256 answer, uint256 updatedAt)',
  'function startPhase()',
  'function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)',
]);

export const feedKeeperAbi = parseAbi([
  'function update(address[] feeds, int256[] answers, uint256 updatedAt)',
]);

export const rewardDistributorAbi = parseAbi([
  'constructor(address token, uint256 rate)',
  'function claim()',
  'function earned(address account) view returns (uint256)',
]);

export const stakingAbi = parseAbi([
  'constructor(address stakingToken, address rewardToken, uint256 rate)',
  'function stake(uint256 amount)',
  'function withdraw(uint256 amount)',
  'function getReward()',
  'function exit()',
  'function balanceOf(address user) view returns (uint256)',
  'function earned(address user) view returns (uint256)',
]);

export const farmAbi = parseAbi([
  'constructor(address rewardToken)',
  'function add(address token, uint256 rate)',
  'function deposit(uint256 pid, uint256 amount, address to)',
  'function withdraw(uint256 pid, uint256 amount, address to)',
  'function harvest(uint256 pid, address to)',
  'function amountOf(uint256 pid, address user) view returns (uint256)',
  'function pendingReward(uint256 pid, address user) view returns (uint256)',
]);

export const lendingPoolAbi = parseAbi([
  'constructor(address collateral, address lent, address feed)',
  'function receipt() view returns (address)',
  'function debt() view returns (address)',
  'function setThreshold(uint256 threshold)',
  'function positionOf(address user) view returns (uint256 worth, uint256 owed)',
  'function supply(address asset, uint256 amount, address onBehalfOf, uint16 referralCode)',
  'function withdraw(address asset, uint256 amount, address to)',
  'function borrow(address asset, uint256 amount, uint256 mode, uint16 referralCode, address onBehalfOf)',
  'function repay(address asset, uint256 amount, uint256 mode, address onBehalfOf)',
  'function liquidationCall(address collateral, address debt, address user, uint256 debtToCover, bool receiveReceipts)',
]);

export const vaultAbi = parseAbi([
  'constructor(address asset, string name, string symbol)',
  'function deposit(uint256 assets, address receiver) returns (uint256)',
  'function redeem(uint256 shares, address receiver, address owner) returns (uint256)',
]);

export const tradingBotAbi = parseAbi(['function execute(address[] targets, bytes[] data)']);
