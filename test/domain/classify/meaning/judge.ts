/** The real normalisation and classification on decided cases, and how right they are, by the rules of the data's README. */
import {
  type Classified,
  classifyTransaction,
} from '../../../../src/domain/classify/classify-transaction.ts';
import { createClassifyContext } from '../../../../src/domain/classify/evidence/context.ts';
import {
  type Address,
  type Movement,
  type TaxTreatment,
  type TransactionKind,
  zeroAddress,
} from '../../../../src/domain/model.ts';
import { chainRules } from '../../../../src/domain/normalize/chain-rules.ts';
import { normalizeTransaction } from '../../../../src/domain/normalize/normalize-transaction.ts';
import { rewardContracts } from '../../../../src/labels/reward-contracts.ts';
import { trustedTokens } from '../../../../src/labels/trusted-tokens.ts';
import type { ExpectedFlow, FlowClass, MeaningCase } from './cases.ts';

/** What the service makes of a case, told no more than it would know of a single transaction. */
export function classifyCase({
  chainId,
  account,
  transaction,
  tokens,
}: Omit<MeaningCase, 'expected'>): Classified {
  const rules = chainRules(chainId);
  const listed = trustedTokens(chainId);
  const symbols: Readonly<Record<number, string>> = { 56: 'BNB', 100: 'XDAI', 137: 'POL' };
  const context = createClassifyContext({
    wrappedNative: rules.wrappedNative,
    nativeSymbol: symbols[chainId] ?? 'ETH',
    trustedTokens: new Map(listed.map((token) => [token.address, token])),
    metadata: (address) => {
      const known = tokens.get(address);
      return known === undefined ? null : { name: known.symbol, ...known };
    },
    rewardContracts: rewardContracts(chainId),
  });
  return classifyTransaction(normalizeTransaction(transaction, account, rules), context);
}

const rightKinds: Readonly<Record<FlowClass, readonly TransactionKind[]>> = {
  swap: ['SWAP', 'NFT_BUY', 'NFT_SELL'],
  'bridge-out': ['BRIDGE_OUT'],
  'bridge-in': ['BRIDGE_IN'],
  migrate: ['MIGRATE'],
  liquidation: ['LIQUIDATION'],
  borrow: ['BORROW'],
  repay: ['REPAY'],
  'deposit-receipt': ['DEPOSIT', 'WRAP'],
  'withdraw-receipt': ['WITHDRAW', 'UNWRAP'],
  deposit: ['DEPOSIT'],
  withdraw: ['WITHDRAW'],
  reward: ['CLAIM'],
  airdrop: ['CLAIM', 'AIRDROP'],
  mint: ['MINT'],
  burn: ['BURN'],
  fail: ['FAILED'],
  deploy: ['DEPLOY'],
  approve: ['APPROVE', 'REVOKE'],
  send: ['SEND'],
  receive: ['RECEIVE'],
  fee: ['SEND', 'CONTRACT_EXECUTION'],
  governance: ['CONTRACT_EXECUTION'],
  info: ['CONTRACT_EXECUTION'],
  none: [],
};

/** Whether the kind is one that the class allows. */
export function isKindRight({ expected }: MeaningCase, { kind, movements, isSpam }: Classified): boolean {
  if (rightKinds[expected.class].includes(kind)) return true;
  // Buying a name, or minting an NFT for a price.
  const getsNft = movements.some(({ movement }) => movement.side === 'inflow' && movement.tokenId !== null);
  if (expected.class === 'swap' && kind === 'MINT') return getsNft;
  // An unasked-for token that is set aside.
  return expected.class === 'receive' && isSpam;
}

const twinsOf = (chainId: number): ReadonlyMap<string | null, string> =>
  new Map(chainRules(chainId).twins.map(({ mirror, primary }) => [mirror, primary]));

const tokenOf = ({ standard, tokenAddress }: Movement): Address | 'native' =>
  standard === 'native' || tokenAddress === zeroAddress ? 'native' : tokenAddress;

interface JudgedFlow {
  flow: ExpectedFlow;
  /** Those of all movements that can be this flow. */
  treatments: readonly (TaxTreatment | null)[];
}

/**
 * Each expected flow with the treatments of what moved for it: of the movements of just its amount where there are such,
 * else of all movements of its token in its direction.
 */
export function judgedFlows(
  { chainId, expected, tokens }: MeaningCase,
  { movements }: Classified,
): JudgedFlow[] {
  const primaryOf = twinsOf(chainId);
  return expected.flows.map((flow) => {
    const side = flow.direction === 'in' ? 'inflow' : 'outflow';
    const candidates = movements.filter(
      ({ movement }) =>
        movement.side === side && tokenOf(movement) === (primaryOf.get(flow.token) ?? flow.token),
    );
    const amount = rawAmount(flow, tokens);
    const exact = candidates.filter(({ movement }) => movement.amount === amount);
    const found = exact.length > 0 ? exact : candidates;
    return { flow, treatments: found.map(({ taxTreatment }) => taxTreatment) };
  });
}

function rawAmount(flow: ExpectedFlow, tokens: MeaningCase['tokens']): bigint {
  if (flow.tokenId !== null && flow.tokenId !== undefined) return BigInt(flow.amount);
  const known = flow.token === null || flow.token === 'native' ? undefined : tokens.get(flow.token);
  const decimals = flow.token === 'native' ? 18 : (known?.decimals ?? 0);
  const [whole = '0', fraction = ''] = flow.amount.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

const principal: ReadonlySet<FlowClass> = new Set([
  'swap',
  'bridge-in',
  'borrow',
  'deposit-receipt',
  'withdraw-receipt',
  'withdraw',
]);

/** Principal that is booked as income. */
export function principalAsIncome(flows: readonly JudgedFlow[]): JudgedFlow[] {
  // One transfer can carry principal and a reward: then what comes back beyond the principal is income.
  return flows.filter(
    ({ flow, treatments }) =>
      flow.direction === 'in' && principal.has(flow.class) && treatments.includes('INCOME'),
  );
}

/** Tokens that stand for a debt, booked as if they were assets. */
export function debtAsAsset(
  flows: readonly JudgedFlow[],
  tokens: MeaningCase['tokens'],
): readonly JudgedFlow[] {
  return flows.filter(({ flow, treatments }) => {
    if (flow.token === null || flow.token === 'native') return false;
    const symbol = tokens.get(flow.token)?.symbol ?? '';
    if (!/^(variable|stable)Debt/.test(symbol)) return false;
    return treatments.some((treatment) => treatment === 'ACQUISITION' || treatment === 'DISPOSAL');
  });
}

const ownMoney: ReadonlySet<FlowClass> = new Set(['bridge-out', 'deposit', 'deposit-receipt']);

/** The wallet's own money on its way into a protocol or a bridge, booked as sold. */
export function ownMoneyAsDisposal(flows: readonly JudgedFlow[]): JudgedFlow[] {
  return flows.filter(
    ({ flow, treatments }) =>
      flow.direction === 'out' && ownMoney.has(flow.class) && treatments.includes('DISPOSAL'),
  );
}

/** Whether what moved is, per token and NFT, what the case says: net, for a refund is no flow; twins are one coin. */
export function areFlowsRight(
  { chainId, expected, tokens }: MeaningCase,
  { movements }: Classified,
): boolean {
  const primaryOf = twinsOf(chainId);
  const nets = new Map<string, bigint>();
  const add = (key: string, amount: bigint) => nets.set(key, (nets.get(key) ?? 0n) + amount);
  for (const { movement } of movements) {
    const amount = movement.side === 'inflow' ? movement.amount : -movement.amount;
    add(`${tokenOf(movement)}:${movement.tokenId ?? ''}`, amount);
  }
  for (const flow of expected.flows) {
    const amount = rawAmount(flow, tokens);
    const token = primaryOf.get(flow.token) ?? flow.token;
    add(`${token}:${flow.tokenId ?? ''}`, flow.direction === 'in' ? -amount : amount);
  }
  return [...nets.values()].every((net) => net === 0n);
}

/** Whether every NFT that the case names moved, and no other. */
export function areNftsRight({ expected }: MeaningCase, { movements }: Classified): boolean {
  const moved = movements.flatMap(({ movement }) =>
    movement.tokenId === null ? [] : [`${movement.side}:${movement.tokenAddress}:${movement.tokenId}`],
  );
  const named = expected.flows.flatMap(({ token, tokenId, direction }) =>
    tokenId === null || tokenId === undefined ? [] : [`${direction}flow:${token}:${tokenId}`],
  );
  return moved.sort().join() === named.sort().join();
}
