/** What a part of a page shows when it has nothing to show yet, or cannot. */
import { Component, type ReactNode, Suspense } from 'react';
import { Round } from '../relay/load.ts';
import { ServiceError } from '../relay/network.ts';

/** As high as what will stand there, so that nothing jumps. */
export function Skeleton({ rows = 3, height = 40 }: { rows?: number; height?: number }): ReactNode {
  return (
    <div className="skeleton" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <span key={index} style={{ height: `${height - 12}px` }} />
      ))}
    </div>
  );
}

/** Nothing is there: what it means, and what may be done. */
export function Empty({ title, children }: { title: string; children?: ReactNode }): ReactNode {
  return (
    <div className="empty">
      <p className="empty-title">{title}</p>
      {children}
    </div>
  );
}

/** Of what the ledger tells: nothing is known of it yet, at all or in this currency. */
export const NotBooked = (): ReactNode => <Empty title="The ledger has not booked this yet." />;

/** Of what was asked, whenever it is asked: another try says the same. */
const refusals: ReadonlySet<string> = new Set([
  'BAD_INPUT',
  'NOT_FOUND',
  'FORBIDDEN',
  'WALLET_NOT_REGISTERED',
]);

function Failure({
  error,
  retry,
  children,
}: {
  error: Error;
  retry: () => void;
  children: ReactNode;
}): ReactNode {
  const isService = error instanceof ServiceError;
  const isFinal = isService && refusals.has(error.code);
  return (
    <div className="failure" role="alert">
      <p className="empty-title">This could not be loaded</p>
      <p>{isService ? error.message : 'The page has a fault. Loading it anew may help.'}</p>
      {isService && error.requestId !== null ? (
        <p className="meta">
          Request <code>{error.requestId}</code>, by which the service's log tells more.
        </p>
      ) : null}
      {isFinal ? null : (
        <button type="button" onClick={retry}>
          Try again
        </button>
      )}{' '}
      {children}
    </div>
  );
}

interface BoundaryProps {
  children: ReactNode;
  /** Another one starts anew: what failed for one lens may work for the next. */
  resetKey: string;
  /** Another way out than trying again. */
  exit: ReactNode;
  around: (failure: ReactNode) => ReactNode;
}

/** Counts failures of all parts, so that no part is given the failure of another time. */
let failures = 0;

interface BoundaryState {
  error: Error | null;
  round: number;
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null, round: failures };

  static getDerivedStateFromError(error: unknown): Pick<BoundaryState, 'error'> {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(): void {
    failures += 1;
  }

  override componentDidUpdate(previous: BoundaryProps): void {
    if (previous.resetKey !== this.props.resetKey && this.state.error !== null) this.retry();
  }

  private retry(): void {
    this.setState({ error: null, round: failures });
  }

  override render(): ReactNode {
    const { error, round } = this.state;
    if (error === null) return <Round value={round}>{this.props.children}</Round>;
    return this.props.around(
      <Failure error={error} retry={() => this.retry()}>
        {this.props.exit}
      </Failure>,
    );
  }
}

const bare = (failure: ReactNode): ReactNode => failure;

/** A part that loads by itself: its skeleton, then it, or what went wrong with it alone. `around`: what stands around the failure. */
export function Part({
  children,
  fallback,
  resetKey = '',
  exit = null,
  around = bare,
}: {
  children: ReactNode;
  fallback: ReactNode;
  resetKey?: string;
  exit?: ReactNode;
  around?: (failure: ReactNode) => ReactNode;
}): ReactNode {
  return (
    <Boundary resetKey={resetKey} exit={exit} around={around}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Boundary>
  );
}
