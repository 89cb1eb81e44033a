/** Corrections on the demo's world through the whole service: the accounting job follows by itself, over both APIs. */
import { Decimal } from 'decimal.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PricedWorld, sharePricedWorld, startPriced, waitForRow } from '../pricing/priced-world.ts';
import { type TestService, testKey } from '../support/service.ts';

const Exact = Decimal.clone({ precision: 200, toExpNeg: -9e15, toExpPos: 9e15 });

let world: PricedWorld;
let service: TestService;
let wallet = '';

beforeAll(async () => {
  world = await sharePricedWorld();
  service = await startPriced(world);
  wallet = world.addresses[0] ?? '';
  const compared = `SELECT count(*)::int FROM reconciliation JOIN wallet ON wallet.id = wallet_id WHERE address = '${wallet}'`;
  await waitForRow(service.databaseUrl, compared, ({ count }) => count !== 0);
});

afterAll(async () => {
  await service?.stop();
  await world?.anvil.stop();
});

interface Transfer {
  id: string;
  amount: string;
  price: string;
  taxTreatment: string;
  side: string;
}
interface Balance {
  balance: string;
  totalRealizedPnl: string;
  costBasis: string;
  basisStatus: string;
  reconciliation: { difference: string } | null;
  lots: { nodes: { acquiredAt: string }[] };
  disposals: { nodes: { disposedBy: Transfer | null; proceeds: string; cost: string; gain: string }[] };
}

const coin = `0x${'0'.repeat(40)}`;
const openLedgers = `SELECT count(*)::int FROM registration LEFT JOIN ledger_wallet USING (client_id, wallet_id)
  LEFT JOIN ledger_input USING (wallet_id) WHERE input_version IS DISTINCT FROM version`;

/** The wallet's ether once the accounting job has booked all that is there. */
async function booked(): Promise<Balance> {
  await waitForRow(service.databaseUrl, openLedgers, ({ count }) => count === 0);
  const { tokenBalances } = await service.api.query<{ tokenBalances: { nodes: Balance[] } }>(
    `query ($wallet: Address!) { tokenBalances(wallets: [$wallet], filter: { tokens: ["${coin}"] }, first: 1) { nodes {
      balance totalRealizedPnl costBasis basisStatus reconciliation { difference }
      lots(first: 500) { nodes { acquiredAt quantity remaining cost basisStatus } }
      disposals(first: 500) { nodes {
        disposedBy { id amount price taxTreatment side } quantity proceeds cost gain acquiredAt } } } } }`,
    { wallet },
  );
  const [balance] = tokenBalances.nodes;
  if (balance === undefined) throw new Error('the wallet has no ether');
  return balance;
}

async function undo(id: string): Promise<void> {
  const response = await fetch(new URL(`/wallet/correction/${id}/`, service.url), {
    method: 'DELETE',
    headers: { 'x-api-key': testKey },
    signal: AbortSignal.timeout(30_000),
  });
  expect(response.status).toBe(204);
}

test('the price of a sale: its proceeds and the total change by exactly that much; undone, all is as before', async () => {
  const before = await booked();
  // A plain sale, not a trade whose other side would follow.
  const { transfers } = await service.api.query<{
    transfers: { nodes: (Transfer & { transaction: { kind: string } })[] };
  }>(
    `query ($wallet: Address!) { transfers(wallets: [$wallet], filter: { tokens: ["${coin}"], side: OUTFLOW, spam: EXCLUDE,
      categories: [SEND] }, first: 500) { nodes { id amount price taxTreatment side transaction { kind } } } }`,
    { wallet },
  );
  const isPlain = ({ id }: Transfer): boolean =>
    before.disposals.nodes.filter(({ disposedBy }) => disposedBy?.id === id).length > 0;
  const sale = transfers.nodes.find((transfer) => transfer.taxTreatment === 'DISPOSAL' && isPlain(transfer));
  if (sale === undefined) throw new Error('the wallet sold nothing');
  // 3 USD more per unit: quantity × 3, which no rounding touches.
  const more = new Exact(sale.amount).abs().times(3);
  const correction = await service.api.post('/wallet/correction/', {
    ...{ kind: 'PRICE', transfer: sale.id, price: new Exact(sale.price).plus(3).toFixed() },
  });
  expect(correction).toMatchObject({ status: 201, body: { created_by: { name: 'BOOTSTRAP_API_KEY' } } });
  const after = await booked();
  const proceeds = ({ disposals }: Balance): Decimal =>
    disposals.nodes
      .filter(({ disposedBy }) => disposedBy?.id === sale.id)
      .reduce((sum, row) => sum.plus(row.proceeds), new Exact(0));
  expect(proceeds(after).minus(proceeds(before)).toFixed()).toBe(more.toFixed());
  const realized = new Exact(after.totalRealizedPnl).minus(before.totalRealizedPnl);
  expect(realized.toFixed()).toBe(more.toFixed());
  // The chain's own price is shown as it is, with the correction beside it.
  const { node } = await service.api.query<{ node: object }>(
    'query ($id: ID!) { node(id: $id) { ... on Transfer { price corrections { price currency createdBy { name } } } } }',
    { id: sale.id },
  );
  expect(node).toMatchObject({
    price: sale.price,
    corrections: [{ currency: 'USD', createdBy: { name: 'BOOTSTRAP_API_KEY' } }],
  });
  await undo(correction.body.id);
  expect(await booked()).toEqual(before);
});

test('an opening lot is the first to be sold, and the chain still agrees', async () => {
  const before = await booked();
  const correction = await service.api.post('/wallet/correction/', {
    ...{ kind: 'OPENING_LOT', wallet, blockchain: 'test', token_address: coin },
    ...{ quantity: '100000', cost: '5', acquired_at: '2015-08-01T00:00:00Z' },
  });
  expect(correction.status).toBe(201);
  const after = await booked();
  expect(new Exact(after.balance).minus(before.balance).toFixed()).toBe('100000');
  expect(after.lots.nodes[0]?.acquiredAt).toBe('2015-08-01T00:00:00Z');
  // Nothing that was bought is sold any more: what was is all of the opening lot.
  const soldOf = new Set(after.disposals.nodes.map((row) => Reflect.get(row, 'acquiredAt')));
  expect([...soldOf]).toEqual(['2015-08-01T00:00:00Z']);
  // The chain has so much less than what the client says.
  expect(before.reconciliation).toEqual({ difference: '0' });
  expect(after.reconciliation).toEqual({ difference: '-100000' });
  await undo(correction.body.id);
  expect(await booked()).toEqual(before);
});
