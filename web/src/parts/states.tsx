/** What a part of a page shows when it has nothing to show yet, or cannot. */
import { Component, type ReactNode, Suspense } from 'react';
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

function Failure({ error, retry }: { error: Error; retry: () => void }): ReactNode {
  const isService = error instanceof ServiceError;
  return (
    <div className="failure" role="alert">
      <p className="empty-title">This could not be loaded</p>
      <p>{isService ? error.message : 'The page has a fault. Loading it anew may help.'}</p>
      {isService && error.requestId !== null ? (
        <p className="meta">
          Request <code>{error.requestId}</code>, by which the service's log tells more.
        </p>
      ) : null}
      <button type="button" onClick={retry}>
        Try again
      </button>
    </div>
  );
}

interface BoundaryProps {
  children: ReactNode;
  /** Another one starts anew: what failed for one lens may work for the next. */
  resetKey: string;
}

class Boundary extends Component<BoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidUpdate(previous: BoundaryProps): void {
    if (previous.resetKey !== this.props.resetKey && this.state.error !== null)
      this.setState({ error: null });
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return <Failure error={error} retry={() => this.setState({ error: null })} />;
  }
}

/** A part that loads by itself: its skeleton, then it, or what went wrong with it alone. */
export function Part({
  children,
  fallback,
  resetKey = '',
}: {
  children: ReactNode;
  fallback: ReactNode;
  resetKey?: string;
}): ReactNode {
  return (
    <Boundary resetKey={resetKey}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Boundary>
  );
}
