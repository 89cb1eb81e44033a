/** A page: its heading, which takes the focus when the page is opened, and what stands below. */
import { type ReactNode, useEffect } from 'react';

interface PageProps {
  title: string;
  /** Beside the heading: what can be done with the whole page. */
  actions?: ReactNode;
  children: ReactNode;
}

export function Page({ title, actions, children }: PageProps): ReactNode {
  useEffect(() => {
    document.title = `${title} · Wallet data`;
  }, [title]);
  return (
    <div className="page">
      <div className="page-head">
        <h1 tabIndex={-1}>{title}</h1>
        {actions}
      </div>
      {children}
    </div>
  );
}
