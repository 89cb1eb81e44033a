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

export const vaultAbi = parseAbi([
  'constructor(address asset, string name, string symbol)',
  'function deposit(uint256 assets, address receiver) returns (uint256)',
  'function redeem(uint256 shares, address receiver, address owner) returns (uint256)',
]);

export const tradingBotAbi = parseAbi(['function execute(address[] targets, bytes[] data)']);
