/** A table: it folds until it fits, and where even that is wider than the page it scrolls by itself, by keyboard, too. */
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

interface ScrollProps {
  label: string;
  /** Many lines scroll here, and not with the page. */
  tall?: boolean;
  children: ReactNode;
}

/** How far a table is folded: not; `.wider` columns stand below their neighbours; `.wide` ones do, too. As in the style sheets. */
const folds = ['none', 'some', 'all'] as const;

/** How wide a table is depends on its figures: it is folded as little as it can be without any being cut. */
function fold(section: HTMLElement): void {
  for (const one of folds) {
    section.dataset.fold = one;
    if (section.scrollWidth <= section.clientWidth) return;
  }
}

function useFolds(ref: RefObject<HTMLElement | null>): void {
  // Before it is seen: what stands in the table is another with each render.
  useLayoutEffect(() => {
    if (ref.current !== null) fold(ref.current);
  });
  useEffect(() => {
    const section = ref.current;
    if (section === null) return undefined;
    let width = section.clientWidth;
    let frame = 0;
    const observer = new ResizeObserver(() => {
      // Folding changes the height.
      if (section.clientWidth === width) return;
      width = section.clientWidth;
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => fold(section));
    });
    observer.observe(section);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [ref]);
}

export function Scroll({ label, tall = false, children }: ScrollProps): ReactNode {
  const section = useRef<HTMLElement>(null);
  useFolds(section);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse could not scroll it otherwise
    <section ref={section} className={tall ? 'scroll tall' : 'scroll'} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
