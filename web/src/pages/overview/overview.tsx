/** What the wallets are worth, how it came to be, and what needs attention. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useLens } from '../../app/lens/lens.ts';
import { keepLens } from '../../app/places.ts';
import { FirstRun } from '../../parts/first-run.tsx';
import { Page } from '../../parts/page.tsx';
import { Part, Skeleton } from '../../parts/states.tsx';
import { FromScript } from '../../scripts/from-script.tsx';
import { Attention } from './attention.tsx';
import { Latest } from './latest.tsx';
import { Totals } from './totals.tsx';
import { Values } from './values.tsx';

/** Below what is seen first. */
const loadWaterfall = () => import('./waterfall.tsx');

export function OverviewPage(): ReactNode {
  const lens = useLens();
  const resetKey = JSON.stringify(lens);
  if (lens.wallets.length === 0) return <FirstRun title="Overview" />;
  return (
    <Page title="Overview">
      <Part fallback={null} resetKey={resetKey}>
        <Attention lens={lens} />
      </Part>
      <div className="overview">
        <Part fallback={<Skeleton rows={6} height={60} />} resetKey={resetKey}>
          <Totals lens={lens} />
        </Part>
        <section className="card overview-chart" aria-labelledby="value-title">
          <h2 id="value-title">Value in the wallets</h2>
          <Part fallback={<Skeleton rows={1} height={290} />} resetKey={resetKey}>
            <Values lens={lens} />
          </Part>
        </section>
      </div>
      <section className="card" aria-labelledby="bridge-title">
        <h2 id="bridge-title">How it came to be</h2>
        <Part fallback={<Skeleton rows={9} height={41} />} resetKey={resetKey}>
          <FromScript load={loadWaterfall} fallback={<Skeleton rows={9} height={41} />}>
            {({ Waterfall }) => <Waterfall lens={lens} />}
          </FromScript>
        </Part>
      </section>
      <section className="card" aria-labelledby="latest-title">
        <h2 id="latest-title">Latest</h2>
        <Part fallback={<Skeleton rows={8} height={56} />} resetKey={resetKey}>
          <Latest lens={lens} />
        </Part>
        <p className="card-foot">
          <Link to="/activity" search={keepLens}>
            All activity
          </Link>
        </p>
      </section>
    </Page>
  );
}
