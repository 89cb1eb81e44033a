/**
 * The books of a year of protocols add up: a farm, lending with interest, a loan with a liquidation, validators, and an order book, on
 * a real node, in every setting and by every method, to the last digit. What the ledger says that a wallet earned is what the
 * script and the chain say: what the wallet has, has elsewhere, less what it owes, and what left it for good, less what came in from
 * outside (support/protocols/actor.ts). Then the same of random lives: `PROTOCOL_LIVES=200 PROTOCOL_SEED=7` for more, or others.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatUnits } from '../../src/domain/money/money.ts';
import { openDatabase } from '../../src/store/connection/database.ts';
import { type Actor, earned } from '../support/protocols/actor.ts';
import { fund, type Scene } from '../support/protocols/acts.ts';
import { balancesOf, farmed, owed } from '../support/protocols/chain-facts.ts';
import {
  bookedEarnings,
  everySetting,
  type Ledgers,
  longestWaitMs,
  nameOf,
  openLedgers,
  readBalances,
  readTotals,
  type Settings,
  serveProtocols,
  type TokenFigures,
  type TotalsByMethod,
  waitForLedgers,
} from '../support/protocols/ledgers.ts';
import { type AssetName, assetNames } from '../support/protocols/protocol-assets.ts';
import { startProtocolChain } from '../support/protocols/protocol-chain.ts';
import { createLives, liveOn } from '../support/protocols/sequences.ts';
import {
  liveMonth,
  pricesIn,
  type YearName,
  yearActors,
  yearMonths,
  yearNames,
} from '../support/protocols/year.ts';

const lives = createLives(Number(process.env.PROTOCOL_LIVES ?? 20), Number(process.env.PROTOCOL_SEED ?? 1));
const actors = yearActors();
/** Months in which the loan moves, so that its token has just told of the interest. */
const moments = [3, 5, 7, 10];
const defaults = nameOf({ deposits: 'carry', receiptTokens: 'carry', liquidityTokens: 'realize' });

/** Each life is booked in two settings, which have nothing in common; all of them get their turn. */
const placesOf = (life: number): readonly number[] => [
  life % everySetting.length,
  everySetting.length - 1 - (life % everySetting.length),
];

interface Said {
  readonly month: number;
  readonly farmer: Figures;
  readonly borrower: Figures;
  readonly validator: Figures;
  readonly trader: Figures;
  readonly contracts: {
    readonly farmed: { readonly LINK: bigint; readonly shares: bigint };
    readonly owed: { readonly logged: bigint; readonly balance: bigint };
    readonly staked: bigint;
    readonly ordered: bigint;
  };
}
type Figures = ReadonlyMap<string, TokenFigures>;

let scene: Scene;
let ledgers: Ledgers;
const during: Said[] = [];
const earnings = new Map<Actor, ReadonlyMap<'carry' | 'realize', bigint>>();
const totals = new Map<string, ReadonlyMap<string, TotalsByMethod>>();

/** A year, while a service follows it; then the random lives. */
beforeAll(async () => {
  scene = { chain: await startProtocolChain(), prices: pricesIn(0), orderCount: 0n };
  const { chain } = scene;
  const service = await serveProtocols(chain, { prices: false });
  const database = await openDatabase({ url: service.databaseUrl, maximumConnections: 2 });
  try {
    await service.api.load(yearNames.map((name) => actors[name].address));
    for (let month = 0; month <= yearMonths; month += 1) {
      await liveMonth(scene, actors, month);
      if (!moments.includes(month)) continue;
      await service.api.waitForBlock(await chain.head());
      await waitForLedgers(database);
      const read = (name: YearName) => readBalances(service.api, actors[name].address);
      during.push({
        ...{ month, farmer: await read('farmer'), borrower: await read('borrower') },
        ...{ validator: await read('validator'), trader: await read('trader') },
        contracts: {
          farmed: await farmed(scene, actors.farmer),
          owed: await owed(scene, actors.borrower),
          staked: actors.validator.held.deposit.amount,
          ordered: actors.trader.held.escrow.amount,
        },
      });
    }
  } finally {
    await database.close();
    await service.stop();
  }
}, longestWaitMs);

/** The second year, in which the others live. */
beforeAll(async () => {
  for (let month = yearMonths + 1; month <= 2 * yearMonths; month += 1) {
    scene.prices = pricesIn(month);
    await scene.chain.beginMonth(month, scene.prices);
    if (month === yearMonths + 1)
      await fund(
        scene,
        lives.map(({ actor }) => actor),
      );
    for (const life of lives) await liveOn(scene, life);
  }
  const ofYear = yearNames.map((name) => actors[name]);
  await noteEarnings([...ofYear, ...lives.map(({ actor }) => actor)]);
  const walletsOf = (place: number) => {
    const living = lives.filter((_, index) => placesOf(index).includes(place)).map(({ actor }) => actor);
    return [...ofYear, ...living].map(({ address }) => address);
  };
  ledgers = await openLedgers(scene.chain, walletsOf, ['ETH', 'WETH', 'USDC', 'LINK']);
  for (const { settings, api } of ledgers.clients) totals.set(nameOf(settings), await readTotals(api));
}, 2 * longestWaitMs);

afterAll(async () => {
  await ledgers?.stop();
  await scene?.chain.stop();
});

/** By the chain and the script, at the prices of the month. */
async function noteEarnings(of: readonly Actor[]): Promise<void> {
  for (const actor of of) {
    const holdings = { own: await balancesOf(scene, actor), prices: scene.prices };
    const [carry, realize] = (['carry', 'realize'] as const).map((deposits) =>
      earned(actor, holdings, { deposits }),
    );
    earnings.set(
      actor,
      new Map([
        ['carry', carry ?? 0n],
        ['realize', realize ?? 0n],
      ]),
    );
  }
}

/** What is booked, method by method, less what was earned: nothing, if the law holds. */
function differences(actor: Actor, settings: Settings): string[] {
  const said = totals.get(nameOf(settings))?.get(actor.address);
  const expected = earnings.get(actor)?.get(settings.deposits);
  if (said === undefined || expected === undefined) throw new Error(`nothing is known of ${actor.name}`);
  return Object.values(said).map((sums) => formatUnits(bookedEarnings(sums) - expected, 18));
}
const none = ['0', '0', '0', '0'];

describe.each(everySetting.map((settings) => ({ name: nameOf(settings), settings })))(
  'a year, with deposits, receipts and liquidity as $name',
  ({ settings }) => {
    test.each(yearNames)('%s: realised + unrealised + income − expenses = what was earned', (name) => {
      expect(differences(actors[name], settings)).toEqual(none);
    });
  },
);

describe('while the year goes on', () => {
  const figure = (figures: Figures, asset: AssetName): TokenFigures | undefined =>
    figures.get(scene.chain.contracts.tokens[asset]);

  test('what farms, validators and order books hold is what their contracts say', () => {
    expect(during.map(({ month }) => month)).toEqual(moments);
    for (const { farmer, validator, trader, contracts } of during) {
      expect({
        LINK: figure(farmer, 'LINK')?.heldAmount,
        shares: figure(farmer, 'shares')?.heldAmount,
        staked: figure(validator, 'ETH')?.heldAmount,
        ordered: figure(trader, 'ETH')?.heldAmount,
      }).toEqual({
        LINK: formatUnits(contracts.farmed.LINK, 18),
        shares: formatUnits(contracts.farmed.shares, 18),
        staked: formatUnits(contracts.staked, 18),
        ordered: formatUnits(contracts.ordered, 18),
      });
    }
  });

  test('what is owed is what the debt’s token says, interest included, and is no asset', () => {
    for (const { borrower, contracts } of during) {
      const { logged, balance } = contracts.owed;
      expect(figure(borrower, 'USDC')?.debt).toBe(formatUnits(-logged, 6));
      // Each of the token's logs is rounded to a unit.
      expect(Number(logged - balance)).toBeGreaterThanOrEqual(-5);
      expect(Number(logged - balance)).toBeLessThanOrEqual(5);
      expect(borrower.has(scene.chain.contracts.lendingDebt)).toBe(false);
    }
    expect(during.every(({ contracts }) => contracts.owed.logged > 0n)).toBe(true);
  });
});

describe('what is income', () => {
  async function incomes(name: YearName): Promise<Record<string, string>> {
    const client = ledgers.clients.find(({ settings }) => nameOf(settings) === defaults);
    if (client === undefined) throw new Error('there is no client with the usual settings');
    const figures = await readBalances(client.api, actors[name].address);
    const { tokens } = scene.chain.contracts;
    const all = assetNames.map((asset) => [asset, figures.get(tokens[asset])?.income ?? '0'] as const);
    return Object.fromEntries(all.filter(([, income]) => income !== '0'));
  }

  test('of a farm its rewards, never the principal', async () => {
    expect(Object.keys(await incomes('farmer'))).toEqual(['GRDN']);
  });

  test('of lending what was taken out of the interest, and what the receipt grew by beside it', async () => {
    const { USDC, lagUSDC, ...others } = await incomes('saver');
    // A hundred were taken out in the ninth month; at 6 % three months earn about 830 for 56,000.
    expect([USDC, others]).toEqual(['100', {}]);
    expect(Number(lagUSDC)).toBeGreaterThan(650);
    expect(Number(lagUSDC)).toBeLessThan(800);
  });

  test('of loans and orders nothing', async () => {
    expect(await incomes('borrower')).toEqual({});
    expect(await incomes('trader')).toEqual({});
  });

  test('of validators what the chain paid, and what came back beyond the stakes', async () => {
    // 0.07 in each of eleven months; of two stakes of 32, 32.013 and 32.02 came back: 0.033 beyond, in the twelfth month.
    const months = Array.from({ length: 11 }, (_, index) => index + 1);
    const skimmed = months.reduce((sum, month) => sum + 7n * pricesIn(month).ETH, 0n) * 10n ** 16n;
    const beyond = 33n * pricesIn(yearMonths).ETH * 10n ** 15n;
    expect(await incomes('validator')).toEqual({ ETH: formatUnits(skimmed + beyond, 18) });
  });
});

test.each(lives.map((life, index) => [life.actor.name, life, placesOf(index)] as const))(
  '%s, at random: the same law',
  (_name, { actor, done }, places) => {
    const settings = everySetting.filter((_, place) => places.includes(place));
    const found = settings.map((one) => [nameOf(one), differences(actor, one)]);
    expect({ done, found }).toEqual({ done, found: settings.map((one) => [nameOf(one), none]) });
  },
);
