/** A table that may be wider than the page: it scrolls by itself, by keyboard, too. */
import type { ReactNode } from 'react';

export function Scroll({ label, children }: { label: string; children: ReactNode }): ReactNode {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse could not scroll it otherwise
    <section className="scroll" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
