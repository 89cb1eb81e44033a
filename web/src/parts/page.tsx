/** A page: its heading, which takes the focus when the page is opened, and what stands below. */
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';

interface PageProps {
  title: string;
  /** Beside the heading: what can be done with the whole page. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Whether the heading that went last had the focus. */
let hadFocus = false;

export function Page({ title, actions, children }: PageProps): ReactNode {
  useEffect(() => {
    document.title = `${title} · Wallet data`;
  }, [title]);
  const heading = useRef<HTMLHeadingElement>(null);
  // A heading that stood there while a page was loaded gives the focus to the one that takes its place.
  useLayoutEffect(() => {
    const shown = heading.current;
    if (hadFocus) shown?.focus({ preventScroll: true });
    hadFocus = false;
    return () => {
      hadFocus = document.activeElement === shown;
    };
  }, []);
  return (
    <div className="page">
      <div className="page-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions}
      </div>
      {children}
    </div>
  );
}
