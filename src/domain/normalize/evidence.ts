/** What the logs of a transaction prove besides moves: approvals, swaps, crossings, and whether the wallet acted. */
import type { Address, ChainLog, ChainTransaction, Movement } from '../model.ts';
import { zeroAddress } from '../model.ts';
import type { ChainRules } from './chain-rules.ts';
import type { TokenTransfer } from './decode-transfers.ts';
import type { Approval, BridgeCrossing } from './normalized.ts';
import {
  approvalForAllTopic,
  approvalTopic,
  bridgeEventDirections,
  redeemedDelegationTopic,
  safeExecutionTopics,
  swapTopics,
  userOperationTopic,
} from './topics.ts';
import { addressInTopic, wordAt } from './words.ts';

/** Approvals whose owner is the wallet. */
export function findApprovals(logs: readonly ChainLog[], wallet: Address): Approval[] {
  return logs.flatMap((log): Approval[] => {
    if (addressInTopic(log.topics[1]) !== wallet) return [];
    const operator = addressInTopic(log.topics[2]);
    if (operator === undefined) return [];
    const base = { token: log.address, operator };
    if (log.topics[0] === approvalForAllTopic) {
      return [{ ...base, kind: 'all', isRevoke: wordAt(log.data, 0) === 0n }];
    }
    if (log.topics[0] !== approvalTopic) return [];
    return log.topics.length === 4
      ? [{ ...base, kind: 'erc721', isRevoke: operator === zeroAddress }]
      : [{ ...base, kind: 'erc20', isRevoke: wordAt(log.data, 0) === 0n }];
  });
}

export function findSwapContracts(logs: readonly ChainLog[]): Address[] {
  const contracts = logs.flatMap((log) => {
    const topic = log.topics[0];
    return topic !== undefined && swapTopics.has(topic) ? [log.address] : [];
  });
  return [...new Set(contracts)];
}

/**
 * What the chain's canonical bridges took, gave, or logged about the wallet; anybody else may log the same events and is
 * not heard. Minted ether is the bridge's doing on every chain that has it: nothing else can create any. What a log tells that the chain
 * paid may be anything: an event of the bridge says so.
 */
export function findBridgeCrossings(found: {
  transaction: ChainTransaction;
  logs: readonly ChainLog[];
  movements: readonly Movement[];
  wallet: Address;
  rules: ChainRules;
}): BridgeCrossing[] {
  const { bridges, loggedCoins } = found.rules;
  const minted = found.movements.flatMap(({ item, counterparty }): BridgeCrossing[] =>
    item.kind === 'mint' && loggedCoins.length === 0 ? [{ direction: 'in', bridge: counterparty }] : [],
  );
  if (isOwnDeposit(found.transaction, found.wallet))
    minted.push({ direction: 'in', bridge: found.transaction.from });
  if (isExitByBurning(found)) minted.push({ direction: 'out', bridge: zeroAddress });
  if (bridges.size === 0) return minted;
  const logged = found.logs.flatMap((log): BridgeCrossing[] => {
    const [topic] = log.topics;
    const direction = topic === undefined ? undefined : bridgeEventDirections.get(topic);
    if (direction === undefined) return [];
    // Listed routers hand tokens to gateways of their own (DAI, LPT, wstETH).
    const { to } = found.transaction;
    const isListed = bridges.has(log.address) || (to !== null && bridges.has(to));
    return isListed && namesWallet(log, found.wallet) ? [{ direction, bridge: log.address }] : [];
  });
  // A solver pays from its account, or through a router that it calls: nobody else can send as it.
  const { from } = found.transaction;
  const solver = from !== found.wallet && bridges.has(from) ? from : null;
  const moved = found.movements.flatMap(({ side, amount, counterparty }): BridgeCrossing[] => {
    if (amount <= 0n) return [];
    if (bridges.has(counterparty))
      return [{ direction: side === 'outflow' ? 'out' : 'in', bridge: counterparty }];
    return solver !== null && side === 'inflow' ? [{ direction: 'in', bridge: solver }] : [];
  });
  return [...minted, ...logged, ...moved];
}

/** A contract of the parent chain acts on its rollups under its address plus this (Arbitrum and OP-stack specifications). */
const aliasOffset = 0x1111000000000000000000000000000000001111n;

/** A deposit of ether from the parent chain shows as a plain transfer from the wallet's own alias. */
function isOwnDeposit({ from, to, input }: ChainTransaction, wallet: Address): boolean {
  return to === wallet && input === '0x' && BigInt(from) === (BigInt(wallet) + aliasOffset) % (1n << 160n);
}

/** `withdraw(uint256)` of a bridged token of Polygon PoS, which burns it here to be had on the parent chain. */
const exitSelector = '0x2e1a7d4d';

function isExitByBurning({
  transaction,
  movements,
  rules,
}: {
  transaction: ChainTransaction;
  movements: readonly Movement[];
  rules: ChainRules;
}): boolean {
  if (!rules.exitsByBurning || !transaction.input.startsWith(exitSelector)) return false;
  const [only, other] = movements;
  if (only === undefined || other !== undefined) return false;
  return only.side === 'outflow' && only.tokenAddress === transaction.to && only.counterparty === zeroAddress;
}

/** Whether the wallet's address stands anywhere in the log. */
export function namesWallet({ topics, data }: ChainLog, wallet: Address): boolean {
  if (wallet === zeroAddress) return false;
  const digits = wallet.slice(2);
  return topics.some((topic) => topic.includes(digits)) || data.includes(digits);
}

/** Per token, how many distinct addresses received it: an airdrop reaches many. */
export function countRecipients(transfers: readonly TokenTransfer[]): Map<Address, number> {
  const recipients = new Map<Address, Set<Address>>();
  for (const { token, to } of transfers) {
    if (to === zeroAddress) continue;
    const known = recipients.get(token) ?? new Set();
    recipients.set(token, known.add(to));
  }
  return new Map([...recipients].map(([token, addresses]) => [token, addresses.size]));
}

/**
 * Per fungible token, the amount that the wallet, or whom it gave the token to, sent to the zero address. What others burn is
 * their own affair: routers unwrap on their way.
 */
export function sumBurned(transfers: readonly TokenTransfer[], wallet: Address): Map<Address, bigint> {
  const keyOf = (token: Address, address: Address): string => `${token}:${address}`;
  const holders = new Set(
    transfers.flatMap(({ token, from, to }) =>
      from === wallet ? [keyOf(token, wallet), keyOf(token, to)] : [],
    ),
  );
  const burned = new Map<Address, bigint>();
  for (const { standard, token, from, to, amount } of transfers) {
    if (standard !== 'erc20' || to !== zeroAddress || !holders.has(keyOf(token, from))) continue;
    burned.set(token, (burned.get(token) ?? 0n) + amount);
  }
  return burned;
}

/** Per fungible token, the amount that came from the zero address. */
export function sumMinted(transfers: readonly TokenTransfer[]): Map<Address, bigint> {
  const minted = new Map<Address, bigint>();
  for (const { standard, token, from, to, amount } of transfers) {
    if (standard !== 'erc20' || from !== zeroAddress || to === zeroAddress) continue;
    minted.set(token, (minted.get(token) ?? 0n) + amount);
  }
  return minted;
}

/** The EIP-4337 entry points whose word counts: anybody can log an event that names a wallet. */
export const entryPoints: ReadonlySet<Address> = new Set<Address>([
  '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789',
  '0x0000000071727de22e5e9d8baf0edac6f37da032',
  '0x4337084d9e255ff0702461cf8895ce9e3b5ff108',
]);

/** MetaMask's manager of delegations (EIP-7702), on every chain. Source: the deployments of its delegation framework. */
const delegationManager: Address = '0xdb9b1e94b5b69df7e401ddbede43491141047db3';

/**
 * Whether the transaction is the wallet's own doing. An account sends it. A contract wallet acts where it is called and
 * something happens, where it pays, or where itself, an entry point or the manager of its delegations logs that
 * it carried something out.
 */
export function didWalletAct(transaction: ChainTransaction, wallet: Address): boolean {
  if (transaction.from === wallet) return true;
  if (transaction.to === wallet && transaction.input !== '0x' && transaction.logs.length > 0) return true;
  if (transaction.internalCalls.some((call) => call.from === wallet)) return true;
  return transaction.logs.some((log) => {
    const topic = log.topics[0];
    if (topic === undefined) return false;
    if (log.address === wallet) return safeExecutionTopics.has(topic);
    if (log.address === delegationManager && topic === redeemedDelegationTopic) {
      return addressInTopic(log.topics[1]) === wallet;
    }
    return isUserOperation(log) && addressInTopic(log.topics[2]) === wallet;
  });
}

const isUserOperation = ({ address, topics: [topic] }: ChainLog): boolean =>
  topic === userOperationTopic && entryPoints.has(address);

/**
 * The logs of what the wallet did: of a bundle of user operations those of its own, each of which the entry point ends with its word.
 * Where it did none, all.
 */
export function ownLogs(logs: readonly ChainLog[], wallet: Address): readonly ChainLog[] {
  const own: ChainLog[] = [];
  let start = 0;
  for (const [index, log] of logs.entries()) {
    if (!isUserOperation(log)) continue;
    if (addressInTopic(log.topics[2]) === wallet) own.push(...logs.slice(start, index + 1));
    start = index + 1;
  }
  return own.length === 0 ? logs : own;
}
