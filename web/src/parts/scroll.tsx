/** A table that may be wider than the page: it scrolls by itself, by keyboard, too. */
import type { ReactNode } from 'react';

interface ScrollProps {
  label: string;
  /** Many lines scroll here, and not with the page. */
  tall?: boolean;
  children: ReactNode;
}

export function Scroll({ label, tall = false, children }: ScrollProps): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse could not scroll it otherwise
    <section className={tall ? 'scroll tall' : 'scroll'} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
