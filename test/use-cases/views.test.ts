/** What items look like: tokens recognised or not, NFTs, labels, amounts, fees; and what the filters let through. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tokenId } from '../../src/domain/ids.ts';
import { zeroAddress } from '../../src/domain/model.ts';
import type {
  Caller,
  TransactionFilter,
  TransferFilter,
  TransferView,
} from '../../src/use-cases/model/view-model.ts';
import { ethereum, muffin, polygon, punks, usdc, type World } from '../support/builders.ts';
import { address, hash } from '../support/records.ts';
import { binance, buildSampleHistory, everything, type SampleHistory, wallet } from './sample-history.ts';

let sample: SampleHistory;
let world: World;
let caller: Caller;

beforeAll(async () => {
  sample = await buildSampleHistory();
  ({ world, caller } = sample);
});

afterAll(() => sample.close());

async function transfers(filter: TransferFilter = {}): Promise<readonly TransferView[]> {
  const page = await world.readModel.listTransfers(
    caller,
    { wallets: [wallet], filter, order: 'ASC' },
    everything,
  );
  expect(await page.count()).toBe(page.items.length);
  return page.items;
}

const block = (text: string): number => Number.parseInt(text.slice(2), 16);

describe('transfers', () => {
  test('a fungible token', async () => {
    const [sent] = await transfers({ tokens: [usdc] });
    expect(sent).toMatchObject({
      hash: hash(1),
      wallet,
      timestamp: 1_700_000_012,
      token: { address: usdc, decimals: 6, asset: { slug: 'usd-coin', symbol: 'USDC', name: 'USD Coin' } },
      nft: null,
      rawToken: { address: usdc, name: 'USD Coin', symbol: 'USDC', tokenId: null },
      amount: '-1.25',
      side: 'outflow',
      price: null,
      value: null,
      fee: '0.000021',
      taxTreatment: 'DISPOSAL',
      isError: false,
      isSpam: false,
      blockchain: { chainId: 1, name: 'Ethereum', symbol: 'ETH' },
      counterparty: {
        address: binance,
        name: 'Binance 14',
        customLabel: null,
        defaultLabel: { name: 'Binance 14', tags: ['exchange', 'cex'], blockchain: { chainId: 1 } },
      },
    });
    expect(sent?.id).toMatch(/^tfr_/);
    expect(sent?.transactionId).toMatch(/^tx_/);
  });

  test('the native token, unreadable decimals, and a token that was never read', async () => {
    const shown = (await transfers()).map(({ token, rawToken, amount }) => [
      token?.asset.symbol ?? null,
      rawToken.symbol,
      amount,
    ]);
    expect(shown).toEqual([
      ['USDC', 'USDC', '-1.25'],
      ['ETH', 'ETH', '-1.5'],
      ['MUF', 'MUF', '3'],
      [null, '', '12'],
      [null, 'PNK', '1'],
      [null, 'PNK', '40'],
      [null, '', '1'],
      [null, '', '1000000000000000000000000000000'],
      ['POL', 'POL', '0.000000000000000001'],
    ]);
  });

  test('NFTs: with metadata, without, and of an unknown collection', async () => {
    const nfts = (await transfers({ categories: ['MINT'] })).map(({ nft }) => [
      nft?.name,
      nft?.image,
      nft?.tokenId,
    ]);
    const last = `57896044618658097711785492504343953926634992332820282019728792003956564819968`;
    expect(nfts).toEqual([
      ['Punk seven', 'ipfs://seven', '7'],
      [`Punks #${last}`, null, last],
      [`${address(0xee)} #9`, null, '9'],
    ]);
  });

  test("a default label is the item's own chain's", async () => {
    const [received] = await transfers({ chainIds: [polygon] });
    expect(received?.counterparty.name).toBe('Binance on Polygon');
  });

  test.each<[string, TransferFilter, number[]]>([
    ['nothing', {}, [1, 2, 2, 3, 4, 4, 4, 6, 100]],
    [
      'an empty list',
      { chainIds: [], tokens: [], categories: [], counterparties: [] },
      [1, 2, 2, 3, 4, 4, 4, 6, 100],
    ],
    ['counterparty', { counterparties: [binance] }, [1, 100]],
    ['token by address', { tokens: [muffin] }, [2]],
    ['token by id', { tokens: [tokenId.encode({ chainId: polygon, address: zeroAddress })] }, [100]],
    ['native tokens of all chains', { tokens: [zeroAddress] }, [2, 100]],
    ['chain', { chainIds: [polygon] }, [100]],
    ['side', { side: 'outflow' }, [1, 2]],
    ['category', { categories: ['SWAP', 'SEND'] }, [1, 2, 2]],
    ['from, inclusive', { from: 1_700_000_048 }, [4, 4, 4, 6, 100]],
    ['to, exclusive', { to: 1_700_000_048 }, [1, 2, 2, 3]],
    ['a fraction of a second', { from: 1_700_000_036.5, to: 1_700_000_048.5 }, [4, 4, 4]],
    ['a value that nothing has', { minValue: '0' }, []],
    ['without spam', { spam: 'EXCLUDE' }, [1, 2, 2, 3, 4, 4, 4, 100]],
    ['only spam', { spam: 'ONLY' }, [6]],
    [
      'several at once',
      { categories: ['MINT'], chainIds: [ethereum], side: 'inflow', tokens: [punks] },
      [4, 4],
    ],
  ])('filter: %s', async (_name, filter, blocks) => {
    expect((await transfers(filter)).map(({ hash: text }) => block(text))).toEqual(blocks);
  });

  test.each<[TransferFilter, string]>([
    [{ tokens: ['token_x'] }, 'tokens.0'],
    [{ tokens: [usdc, 'USDC'] }, 'tokens.1'],
    [{ minValue: '-1' }, 'minValue'],
    [{ minValue: '1e3' }, 'minValue'],
  ])('filter %j is refused, naming %s', async (filter, path) => {
    await expect(transfers(filter)).rejects.toMatchObject({ code: 'BAD_INPUT', problems: [{ path }] });
  });
});

describe('transactions', () => {
  const transactions = async (filter: TransactionFilter = {}) => {
    const page = await world.readModel.listTransactions(
      caller,
      { wallets: [wallet], filter, order: 'ASC' },
      everything,
    );
    expect(await page.count()).toBe(page.items.length);
    return page.items;
  };

  test('one', async () => {
    const [sent] = await transactions();
    expect(sent).toMatchObject({
      hash: hash(1),
      wallet,
      blockNumber: 1,
      fee: '0.000021',
      category: 'SEND',
      kind: 'SEND',
      function: 'transfer',
      isError: false,
      counterparty: { address: binance, name: 'Binance 14' },
    });
  });

  test('the function is a name, a selector or nothing', async () => {
    expect((await transactions()).map((transaction) => transaction.function)).toEqual([
      'transfer',
      '0x38ed1739',
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  test.each<[TransactionFilter, number[]]>([
    [{}, [1, 2, 3, 4, 5, 6, 100]],
    [{ counterparties: [binance] }, [1, 100]],
    [{ chainIds: [ethereum] }, [1, 2, 3, 4, 5, 6]],
    [{ categories: ['RECEIVE'] }, [3, 6, 100]],
    [{ kinds: ['AIRDROP', 'FAILED'] }, [5, 6]],
    [{ from: 1_700_000_036, to: 1_700_000_060 }, [3, 4]],
    [{ isError: true }, [5]],
    [{ isError: false, chainIds: [ethereum] }, [1, 2, 3, 4, 6]],
    [{ spam: 'EXCLUDE' }, [1, 2, 3, 4, 5, 100]],
    [{ spam: 'ONLY' }, [6]],
  ])('filter %j', async (filter, blocks) => {
    expect((await transactions(filter)).map(({ hash: text }) => block(text))).toEqual(blocks);
  });

  test('have their transfers, in order, in as many lists as were asked for', async () => {
    const [first, second, , fourth] = await transactions();
    const ids = [fourth, first, second].map((transaction) => transaction?.id ?? '');
    const lists = await world.readModel.transfersOf(caller, [...ids, 'tx_unknown']);
    expect(lists.map((list) => list.map(({ amount }) => amount))).toEqual([
      ['1', '40', '1'],
      ['-1.25'],
      ['-1.5', '3'],
      [],
    ]);
  });
});

describe('ids', () => {
  test('find what they came from, in the order asked', async () => {
    const [first, second] = await transfers();
    const ids = [second?.id ?? '', 'tfr_', 'nonsense', first?.id ?? '', second?.id ?? ''];
    expect(await world.readModel.transfersByIds(caller, ids)).toEqual([second, null, null, first, second]);
    const [transaction] = await world.readModel.transactionsByIds(caller, [first?.transactionId ?? '']);
    expect(transaction?.hash).toBe(hash(1));
  });

  test('of look-ups', async () => {
    const { readModel } = world;
    const [sent, , , , minted] = await transfers();
    expect(await readModel.tokensByIds(caller, [sent?.token?.id ?? '', 'token_x'])).toEqual([
      sent?.token,
      null,
    ]);
    expect(await readModel.assetsByIds(caller, [sent?.token?.asset.id ?? '', 'asset_'])).toEqual([
      sent?.token?.asset,
      null,
    ]);
    expect(await readModel.nftsByIds(caller, [minted?.nft?.id ?? '', 'nft_x'])).toEqual([minted?.nft, null]);
    expect(await readModel.blockchainsByIds(caller, [sent?.blockchain.id ?? '', 'blockchain_x'])).toEqual([
      sent?.blockchain,
      null,
    ]);
    const label = sent?.counterparty.defaultLabel;
    expect(await readModel.defaultLabelsByIds(caller, [label?.id ?? '', 'contract_x'])).toEqual([
      label,
      null,
    ]);
    expect(await readModel.counterpartiesByIds(caller, [sent?.counterparty.id ?? '', 'cpty_x'])).toEqual([
      sent?.counterparty,
      null,
    ]);
  });

  test('a counterparty without a chain shows the label of the lowest chain that has one', async () => {
    const anywhere = await world.readModel.getCounterparty(caller, binance);
    expect([anywhere.name, anywhere.defaultLabel?.blockchain.chainId]).toEqual(['Binance 14', ethereum]);
    const onPolygon = await world.readModel.getCounterparty(caller, binance, polygon);
    expect(onPolygon.name).toBe('Binance on Polygon');
    const nobody = await world.readModel.getCounterparty(caller, address(0xdead));
    expect([nobody.name, nobody.customLabel, nobody.defaultLabel]).toEqual([null, null, null]);
  });
});
