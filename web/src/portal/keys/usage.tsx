/** What keys used: a picture by day, and the same as tables by day, key and operation. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import type { Environment } from 'relay-runtime';
import type { usageQuery } from '../../__generated__/usageQuery.graphql.ts';
import { groupDigits } from '../../money/format.ts';
import { Scroll } from '../../parts/scroll.tsx';
import { Empty, Skeleton } from '../../parts/states.tsx';
import { Problem } from '../pieces.tsx';
import { Portal } from '../portal.tsx';
import { spans } from '../search.ts';

const query = graphql`
  query usageQuery($firstDay: String, $first: Int!, $after: String) {
    apiKeyUsage(firstDay: $firstDay, first: $first, after: $after) {
      count
      nodes {
        day
        keyId
        operation
        requests
        units
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`;

type Row = NonNullable<usageQuery['response']['apiKeyUsage']>['nodes'][number];

interface Read {
  rows: readonly Row[];
  /** How many there are. */
  count: number;
}

/** Of the list, and how many of them: a row is a day, a key and an operation. */
const [pageSize, mostPages] = [500, 10];

const dayMs = 86_400_000;
/** The last days, in UTC, the newest last. */
const lastDays = (count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.now() - (count - 1 - index) * dayMs).toISOString().slice(0, 10),
  );

async function readAll(environment: Environment, firstDay: string, isWanted: () => boolean): Promise<Read> {
  const rows: Row[] = [];
  let after: string | null = null;
  let count = 0;
  for (let page = 0; page < mostPages && isWanted(); page += 1) {
    const variables: usageQuery['variables'] = { firstDay, first: pageSize, after };
    const answer: usageQuery['response'] | undefined = await fetchQuery<usageQuery>(
      environment,
      query,
      variables,
      {
        fetchPolicy: 'network-only',
      },
    ).toPromise();
    const list = answer?.apiKeyUsage;
    rows.push(...(list?.nodes ?? []));
    count = list?.count ?? rows.length;
    after = list?.pageInfo.endCursor ?? null;
    if (list?.pageInfo.hasNextPage !== true || after === null) break;
  }
  return { rows, count };
}

interface Sum {
  name: string;
  requests: number;
  units: number;
}

/** Sums by what `nameOf` says, the largest first. */
function sumsBy(rows: readonly Row[], nameOf: (row: Row) => string): Sum[] {
  const sums = new Map<string, Sum>();
  for (const row of rows) {
    const name = nameOf(row);
    const sum = sums.get(name) ?? { name, requests: 0, units: 0 };
    sums.set(name, { name, requests: sum.requests + row.requests, units: sum.units + row.units });
  }
  return [...sums.values()].sort((one, other) => other.units - one.units);
}

const numberText = (value: number): string => groupDigits(String(value));

function SumTable({ caption, sums }: { caption: string; sums: readonly Sum[] }): ReactNode {
  return (
    <section className="card">
      <Scroll label={caption}>
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">Which</th>
              <th scope="col" className="number">
                Requests
              </th>
              <th scope="col" className="number">
                Units
              </th>
            </tr>
          </thead>
          <tbody>
            {sums.map(({ name, requests, units }) => (
              <tr key={name}>
                <th scope="row">
                  <code>{name}</code>
                </th>
                <td className="number">{numberText(requests)}</td>
                <td className="number" data-value={units}>
                  {numberText(units)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}

const [width, height] = [1_000, 200];

function Bars({ days, sums }: { days: readonly string[]; sums: readonly Sum[] }): ReactNode {
  const units = new Map(sums.map((sum) => [sum.name, sum.units]));
  const most = Math.max(1, ...units.values());
  const step = width / days.length;
  const total = sums.reduce((sum, one) => sum + one.units, 0);
  const summary = `Units by day from ${days[0]} to ${days.at(-1)} (UTC): ${numberText(total)} in all, at most ${numberText(most)} a day.`;
  return (
    <figure className="chart card">
      <figcaption>
        <span className="worth-figure">{numberText(total)}</span>
        <span className="meta">units in {days.length} days (UTC), up to a minute ago</span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={summary}>
        {[0.25, 0.5, 0.75].map((part) => (
          <line key={part} x1="0" x2={width} y1={height * part} y2={height * part} className="grid" />
        ))}
        {days.map((day, index) => {
          const tall = ((units.get(day) ?? 0) / most) * (height - 4);
          return (
            <rect
              key={day}
              className="bar"
              x={index * step + step * 0.1}
              width={step * 0.8}
              y={height - tall}
              height={tall}
            />
          );
        })}
      </svg>
      <p className="meta axis">
        <span>{days[0]}</span>
        <span>{days.at(-1)}</span>
      </p>
    </figure>
  );
}

function Figures({ count: span }: { count: number }): ReactNode {
  const environment = useRelayEnvironment();
  const [read, setRead] = useState<Read | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const days = lastDays(span);
  const firstDay = days[0] ?? '';
  useEffect(() => {
    let isWanted = true;
    setRead(null);
    setProblem(null);
    readAll(environment, firstDay, () => isWanted).then(
      (all) => isWanted && setRead(all),
      (error: unknown) => isWanted && setProblem(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      isWanted = false;
    };
  }, [environment, firstDay]);
  if (problem !== null) return <Problem text={problem} />;
  if (read === null) return <Skeleton rows={5} height={64} />;
  const { rows, count } = read;
  if (rows.length === 0) return <Empty title="Nothing was used.">What keys use is told once a minute.</Empty>;
  const byDay = sumsBy(rows, ({ day }) => day);
  return (
    <>
      {rows.length < count ? (
        <p className="banner">
          These are the newest {numberText(rows.length)} of {numberText(count)} figures: earlier days are not
          whole. All are in <code>/admin/usage.csv</code>.
        </p>
      ) : null}
      <div className="beside">
        <Bars days={days} sums={byDay} />
        <SumTable
          caption="By day (UTC)"
          sums={byDay.toSorted((one, other) => other.name.localeCompare(one.name))}
        />
      </div>
      <div className="beside">
        <SumTable caption="By operation" sums={sumsBy(rows, ({ operation }) => operation)} />
        <SumTable caption="By key" sums={sumsBy(rows, ({ keyId }) => keyId)} />
      </div>
    </>
  );
}

export function UsagePage(): ReactNode {
  const { days = 30 } = useSearch({ from: '/dev/usage' });
  const navigate = useNavigate({ from: '/dev/usage' });
  return (
    <Portal
      title="Usage"
      scope="keys"
      about="An ordinary request is a unit; larger ones weigh more."
      actions={
        <label className="choice">
          <span className="for-readers">How far back</span>
          <select
            value={days}
            onChange={({ target }) => {
              const chosen = spans.find((one) => String(one) === target.value);
              void navigate({ search: (before) => ({ ...before, days: chosen ?? 30 }) });
            }}
          >
            {spans.map((span) => (
              <option key={span} value={span}>
                {span} days
              </option>
            ))}
          </select>
        </label>
      }
    >
      <Figures count={days} />
    </Portal>
  );
}
