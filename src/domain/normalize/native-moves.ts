/** The native value that moved from or to the wallet: the top-level value, the internal calls, and what the chain itself paid. */
import type { Address, ChainTransaction, Movement, Side } from '../model.ts';
import { zeroAddress } from '../model.ts';
import type { ChainRules } from './chain-rules.ts';
import { takeFirst } from './take-first.ts';
import { addressInTopic, wordAt } from './words.ts';

/**
 * The native movements of a wallet. Value 0 is none; a move to oneself is two. A failed transaction moves nothing, but what
 * was minted for its sender stays (OP-stack specification, "Deposits": the mint is persisted whatever the execution does).
 */
export function nativeMovements(
  transaction: ChainTransaction,
  wallet: Address,
  rules: Pick<ChainRules, 'loggedCoins'>,
): Movement[] {
  const movements = mintedMovement(transaction, wallet);
  if (!transaction.succeeded) return movements;
  const recipient = transaction.to ?? transaction.createdContract;
  if (transaction.value > 0n && recipient !== null) {
    movements.push(
      ...bothSides(wallet, transaction.from, recipient, transaction.value, {
        kind: 'native',
        index: 0,
        batch: 0,
      }),
    );
  }
  const logged = loggedCoinsOf(transaction, wallet, rules);
  // Where a node traces it as a call, the log is it: keys are the same from every node.
  const traced = [...logged];
  let ordinal = 0;
  for (const call of transaction.internalCalls) {
    if (call.value === 0n || (call.from !== wallet && call.to !== wallet)) continue;
    const told = takeFirst(
      traced,
      ({ contract, amount }) => call.from === contract && call.to === wallet && call.value === amount,
    );
    if (told !== undefined) continue;
    movements.push(
      ...bothSides(wallet, call.from, call.to, call.value, { kind: 'internal', index: ordinal, batch: 0 }),
    );
    ordinal += 1;
  }
  for (const { amount, index } of logged)
    movements.push(...bothSides(wallet, zeroAddress, wallet, amount, { kind: 'mint', index, batch: 0 }));
  return movements;
}

/** What only a log tells that the chain paid to the wallet. Logs are counted from the first of the transaction, as in every key. */
function loggedCoinsOf(
  { logs }: ChainTransaction,
  wallet: Address,
  { loggedCoins }: Pick<ChainRules, 'loggedCoins'>,
): { contract: Address; amount: bigint; index: number }[] {
  if (loggedCoins.length === 0) return [];
  const first = logs[0]?.logIndex ?? 0;
  return logs.flatMap(({ address: contract, topics, data, logIndex }) => {
    const told = loggedCoins.find((one) => one.contract === contract && one.event === topics[0]);
    if (told === undefined || addressInTopic(topics[told.receiverTopic]) !== wallet) return [];
    const amount = wordAt(data, 0) ?? 0n;
    return amount === 0n ? [] : [{ contract, amount, index: logIndex - first }];
  });
}

/** Ether that a deposit brought from the parent chain: an inflow from nobody, as every mint. */
function mintedMovement({ from, minted }: ChainTransaction, wallet: Address): Movement[] {
  if (minted === 0n || from !== wallet) return [];
  return bothSides(wallet, zeroAddress, wallet, minted, { kind: 'mint', index: 0, batch: 0 });
}

function bothSides(
  wallet: Address,
  from: Address,
  to: Address,
  amount: bigint,
  item: Movement['item'],
): Movement[] {
  const movement = (side: Side, counterparty: Address): Movement => ({
    item,
    side,
    standard: 'native',
    tokenAddress: zeroAddress,
    tokenId: null,
    amount,
    counterparty,
  });
  const movements: Movement[] = [];
  if (from === wallet) movements.push(movement('outflow', to));
  if (to === wallet) movements.push(movement('inflow', from));
  return movements;
}
