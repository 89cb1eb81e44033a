/** What the figures rest on: whose wallets they are of and how far those are read, what the person has stated, and what is open. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { graphql } from 'react-relay';
import type { summaryStateQuery } from '../../__generated__/summaryStateQuery.graphql.ts';
import type { Lens } from '../../app/lens/lens.ts';
import { keepLens } from '../../app/places.ts';
import { addDecimals } from '../../money/decimals.ts';
import { counted } from '../../money/format.ts';
import { Money } from '../../parts/figures.tsx';
import { Scroll } from '../../parts/scroll.tsx';
import { AddressText, Time, wordsOf } from '../../parts/text.tsx';
import { useLoaded } from '../../relay/load.ts';

const query = graphql`
  query summaryStateQuery($ids: [ID!]!, $wallets: [Address!]!) {
    corrections(wallets: $wallets, first: 1) {
      count
    }
    me {
      ledgerSettings {
        ownTransfers
        receiptTokens
        liquidityTokens
        deposits
      }
    }
    nodes(ids: $ids) {
      ... on Wallet {
        id
        address
        ensName
        isLoaded
        isBooked
        isBooking
        staleSince
        issues(first: 100) {
          count
          nodes {
            code
            needsAction
            atStake
          }
        }
      }
    }
  }
`;

type Wallet = NonNullable<summaryStateQuery['response']['nodes'][number]>;
type Issue = NonNullable<Wallet['issues']>['nodes'][number];

/** What its books lack, in words; null: nothing that is not known yet can be open in it. */
function lackOf({ isLoaded, isBooked, isBooking, staleSince }: Wallet): ReactNode {
  if (isLoaded !== true) return 'its history is not loaded completely';
  if (isBooked !== true) return 'not booked yet';
  if (isBooking === true) return 'newer movements or corrections are still to be booked';
  if (!staleSince) return null;
  return (
    <>
      newer movements than of <Time at={staleSince} /> may be missing
    </>
  );
}

interface Kind {
  code: Issue['code'];
  count: number;
  /** In USD, of those of which it is known. */
  stake: string;
  unknown: number;
}

/** What somebody has to do something about, by kind. */
function kindsOf(issues: readonly Issue[]): Kind[] {
  const open = Map.groupBy(
    issues.filter(({ needsAction }) => needsAction),
    ({ code }) => code,
  );
  return [...open].map(([code, of]) => {
    const known = of.flatMap(({ atStake }) => (atStake == null ? [] : [atStake]));
    return { code, count: of.length, stake: addDecimals('0', ...known), unknown: of.length - known.length };
  });
}

function Kinds({ kinds }: { kinds: readonly Kind[] }): ReactNode {
  return (
    <Scroll label="Table: open issues">
      <table>
        <thead>
          <tr>
            <th scope="col">Open</th>
            <th scope="col" className="number">
              How many
            </th>
            <th scope="col" className="number">
              At stake in USD
            </th>
          </tr>
        </thead>
        <tbody>
          {kinds.map(({ code, count, stake, unknown }) => (
            <tr key={code}>
              <th scope="row">{wordsOf(code)}</th>
              <td className="number">{count}</td>
              <td className="number sum">
                {unknown === count ? null : <Money value={stake} currency="USD" />}
                {unknown === count ? 'not known' : null}
                {unknown > 0 && unknown < count ? (
                  <span className="meta">and {unknown} not known</span>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

type Settings = summaryStateQuery['response']['me']['ledgerSettings'];

const maybeSales: readonly (readonly [setting: keyof Settings, what: string])[] = [
  ['ownTransfers', 'moves between own wallets'],
  ['receiptTokens', 'tokens that stand for what was lent, staked or put into a vault'],
  ['liquidityTokens', 'shares of liquidity'],
  ['deposits', 'what protocols and bridges hold'],
];

/** What the books make of what may be a sale, by the client's settings. */
function BookedSo({ settings }: { settings: Settings }): ReactNode {
  const namesOf = (choice: Settings[keyof Settings]): string =>
    maybeSales
      .filter(([setting]) => settings[setting] === choice)
      .map(([, what]) => what)
      .join('; ');
  const [kept, sold] = [namesOf('CARRY'), namesOf('REALIZE')];
  return (
    <>
      {kept === '' ? null : <li>Keeps its cost and date, and is no sale: {kept}.</li>}
      {sold === '' ? null : <li>Booked as a sale and a purchase at market value: {sold}.</li>}
    </>
  );
}

/** What is known of the wallets: parts that ask together ask once. */
function useKnown({ wallets, walletIds }: Lens): { known: Wallet[]; stated: number; settings: Settings } {
  const { nodes, corrections, me } = useLoaded<summaryStateQuery>(query, { ids: walletIds, wallets });
  return {
    known: nodes.flatMap((one) => (one?.id === undefined ? [] : [one])),
    stated: corrections?.count ?? 0,
    settings: me.ledgerSettings,
  };
}

/** Whether the ledger has booked each wallet: it tells of none before. */
export function useAreBooked(lens: Lens): boolean {
  const { known } = useKnown(lens);
  return known.every(({ isBooked }) => isBooked === true);
}

export function SummaryState({ lens }: { lens: Lens }): ReactNode {
  const { wallets } = lens;
  const { known, stated, settings } = useKnown(lens);
  const issues = known.flatMap((one) => one.issues?.nodes ?? []);
  const count = known.reduce((sum, one) => sum + (one.issues?.count ?? 0), 0);
  const kinds = kindsOf(issues);
  const isWhole =
    known.length === wallets.length && known.every((one) => lackOf(one) === null) && count === issues.length;
  return (
    <section className="card" aria-labelledby="rest-title">
      <h2 id="rest-title">What the figures rest on</h2>
      <ul className="facts">
        {known.map((wallet) => (
          <li key={wallet.id}>
            <AddressText address={wallet.address ?? ''} name={wallet.ensName} />:{' '}
            {lackOf(wallet) ?? 'loaded and booked'}.
          </li>
        ))}
        <li>
          Movements are read from the chain, or from an explorer of it. Where each price comes from stands in
          the file of transfers.
        </li>
        <li>
          Stated against chain and prices:{' '}
          <Link to="/corrections" search={keepLens}>
            {stated === 0 ? 'nothing' : counted(stated, 'correction')}
          </Link>
          .
        </li>
        <BookedSo settings={settings} />
        <li>Figures are of the wallets above alone: what is on exchanges and elsewhere is not in them.</li>
      </ul>
      {known.some(({ isBooking }) => isBooking) ? (
        <p className="warn">The books are being written: load this page anew when they are.</p>
      ) : null}
      {kinds.length === 0 ? (
        <p>
          {isWhole
            ? 'Nothing is open: every figure stands on known costs and prices.'
            : 'A draft: what is open is known when all wallets are loaded, booked and in step with their chains.'}
        </p>
      ) : (
        <>
          <p>
            A draft:{' '}
            <Link to="/issues" search={keepLens}>
              what is open
            </Link>{' '}
            may still change these figures, of this year or of others.
            {count > issues.length
              ? ` Of ${counted(count, 'issue')} the first ${issues.length} are counted.`
              : ''}
          </p>
          <Kinds kinds={kinds} />
        </>
      )}
    </section>
  );
}
