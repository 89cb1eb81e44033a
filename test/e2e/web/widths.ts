/** Whether a page has in a narrow window what it has in a wide one: nothing stands outside, nothing is cut, no figure is lost. */
import type { Page } from 'playwright-core';

/** What is measured in a page, as it is laid out now. */
interface Measured {
  /** What cannot be seen whole. */
  faults: string[];
  /** The figures (words with a digit, and "—") of each row of a list or table, and behind them of all that stands in no row. */
  figures: string[][];
}

/** Runs in the page. */
function measure(): Measured {
  const main = document.querySelector('main');
  if (main === null) return { faults: ['no main'], figures: [] };
  const faults: string[] = [];
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) faults.push(`the page is ${scrollWidth} wide`);
  const nameOf = (one: Element): string =>
    `${one.tagName.toLowerCase()}.${one.className}: ${(one.textContent ?? '').slice(0, 60)}`;
  const isSeen = (one: Element): boolean =>
    one.checkVisibility() && one.closest('.for-readers, details:not([open]) > :not(summary)') === null;
  for (const one of main.querySelectorAll('*')) {
    if (!(one instanceof HTMLElement) || !isSeen(one)) continue;
    // Code is read in a line that scrolls; of a field, what is typed is longer than it.
    if (one.closest('pre, iframe') !== null || /^(INPUT|TEXTAREA|SELECT)$/.test(one.tagName)) continue;
    const { overflowX, overflowY } = getComputedStyle(one);
    if (overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1) faults.push(`cut: ${nameOf(one)}`);
    // What is drawn stands beside it as a text; a name has two lines in the picture of flows, and all in the table below it.
    const isDrawn = one.closest('.flow-ends, .private-drawing') !== null;
    if (overflowY === 'hidden' && one.scrollHeight > one.clientHeight + 1 && !isDrawn)
      faults.push(`cut below: ${nameOf(one)}`);
    const { left, right } = one.getBoundingClientRect();
    if (one.matches('.figure, button, a') && (left < 0 || right > innerWidth + 1))
      faults.push(`outside: ${nameOf(one)}`);
  }
  const rows = [...main.querySelectorAll('tbody tr, .row')].filter(isSeen);
  const figuresOf = (root: Element, isOwn: (parent: Element) => boolean): string[] => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    let text = '';
    while (walker.nextNode() !== null) {
      const parent = walker.currentNode.parentElement;
      if (parent !== null && isOwn(parent) && isSeen(parent)) text += ` ${walker.currentNode.textContent}`;
    }
    return text.split(/\s+/).filter((word) => /[\d—]/.test(word));
  };
  return {
    faults,
    figures: [
      ...rows.map((row) => figuresOf(row, () => true)),
      figuresOf(main, (parent) => parent.closest('tbody tr, .row') === null),
    ],
  };
}

/** The words of the first that are not among those of the second. */
function lost(wide: readonly string[], narrow: readonly string[]): string[] {
  const left = [...narrow];
  return wide.filter((word) => {
    const at = left.indexOf(word);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** Of windows of people: telephones, tablets, small and usual laptops. */
export const narrowWidths = [390, 768, 1024, 1200] as const;
const wide = 1600;

/** Frames in which what another width changes is drawn. */
const drawn = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

/** What is wrong with an opened page at each width; the figures have to be those of a wide one. */
export async function faultsOfWidths(page: Page): Promise<string[]> {
  const at = async (width: number): Promise<Measured> => {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(drawn);
    return page.evaluate(measure);
  };
  const whole = await at(wide);
  const found = whole.faults.map((fault) => `${wide}: ${fault}`);
  for (const width of narrowWidths) {
    const { faults, figures } = await at(width);
    found.push(...faults.map((fault) => `${width}: ${fault}`));
    const count = Math.min(figures.length, whole.figures.length) - 1;
    const pairs = [
      ...whole.figures.slice(0, count).map((words, index) => [words, figures[index] ?? []] as const),
      [whole.figures.at(-1) ?? [], figures.at(-1) ?? []] as const,
    ];
    found.push(
      ...pairs.flatMap(([words, others], row) =>
        lost(words, others).map((word) => `${width}: ${word} is lost in row ${row}`),
      ),
    );
  }
  return found;
}
