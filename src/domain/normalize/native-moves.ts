/** The native value that moved from or to the wallet: the top-level value and the internal calls. */
import type { Address, ChainTransaction, Movement, Side } from '../model.ts';
import { zeroAddress } from '../model.ts';

/**
 * The native movements of a wallet. Value 0 is none; a move to oneself is two. A failed transaction moves nothing, but what
 * was minted for its sender stays (OP-stack specification, "Deposits": the mint is persisted whatever the execution does).
 */
export function nativeMovements(transaction: ChainTransaction, wallet: Address): Movement[] {
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
  let ordinal = 0;
  for (const call of transaction.internalCalls) {
    if (call.value === 0n || (call.from !== wallet && call.to !== wallet)) continue;
    movements.push(
      ...bothSides(wallet, call.from, call.to, call.value, { kind: 'internal', index: ordinal, batch: 0 }),
    );
    ordinal += 1;
  }
  return movements;
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
