/** What axe finds wrong in a page, however it is looked at. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { z } from 'zod';

const strings = z.array(z.string());

type Rules = 'all' | 'colours' | 'all but colours';

const optionOf: Readonly<Record<Rules, string>> = {
  all: '',
  colours: "runOnly: { type: 'rule', values: ['color-contrast'] }, ",
  'all but colours': "rules: { 'color-contrast': { enabled: false } }, ",
};

/** An address, or the ends of one; not that of nobody. */
const address = '0x(?!000)[0-9a-f]{4}';

/**
 * What no rule of axe's asks: one heading of the page, headers of all tables, nothing that is wider than the window; and where figures are
 * hidden, no address that can be read or is told, and no figure that is told.
 */
function ownFaults(ofAddress: string): string[] {
  const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];
  const faults = [
    ...(all('h1').length === 1 ? [] : ['not one h1']),
    ...all('table:not(:has(thead th[scope=col]))').map(() => 'a table without headers'),
    ...(document.documentElement.scrollWidth <= innerWidth ? [] : ['wider than the window']),
  ];
  if (!document.documentElement.classList.contains('is-private')) return faults;
  const pattern = new RegExp(ofAddress, 'i');
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() !== null) {
    const { parentElement, textContent } = texts.currentNode;
    if (parentElement?.closest('.private, script') === null && pattern.test(textContent ?? ''))
      faults.push(`shows ${textContent}`);
  }
  const told = (one: HTMLElement): string => `${one.ariaLabel ?? ''} ${one.title}`;
  return [
    ...faults,
    ...all('[aria-label], [title]')
      .filter((one) => pattern.test(told(one)))
      .map((one) => `tells ${told(one)}`),
    ...all('.private:not(input, :has(> [aria-hidden=true]))').map((one) => `tells ${one.textContent}`),
  ];
}

/** What is wrong with a page by axe's rules and ours. What stands in frames, others have made. */
export async function axeFaults(page: Page, rules: Rules = 'all'): Promise<string[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe.source);
  // Colours fade into those of another theme.
  await page.evaluate(
    'for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish()',
  );
  // No rule that runs needs the style sheets as texts.
  const found = await page.evaluate(
    `axe.run(document, { ${optionOf[rules]}resultTypes: ['violations'], iframes: false, preload: false }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).join(' | ')))`,
  );
  return [...strings.parse(found), ...(await page.evaluate(ownFaults, address))];
}

interface Look {
  width: number;
  colorScheme: 'light' | 'dark';
  isPrivate: boolean;
  rules: Rules;
}

/**
 * Every width × theme × privacy. Another theme changes colours alone; hiding figures blurs them and changes what readers are told, but no
 * colour. So each look is asked for what it may have that those before it had not.
 */
const looks: readonly Look[] = [
  { width: 1280, colorScheme: 'light', isPrivate: false, rules: 'all' },
  { width: 1280, colorScheme: 'dark', isPrivate: false, rules: 'colours' },
  { width: 1280, colorScheme: 'dark', isPrivate: true, rules: 'colours' },
  { width: 1280, colorScheme: 'light', isPrivate: true, rules: 'all but colours' },
  { width: 390, colorScheme: 'light', isPrivate: true, rules: 'all but colours' },
  { width: 390, colorScheme: 'light', isPrivate: false, rules: 'all' },
  { width: 390, colorScheme: 'dark', isPrivate: false, rules: 'colours' },
];

async function take(page: Page, { width, colorScheme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
}

async function expectNoFaults(page: Page, what: string, look: Look): Promise<void> {
  const { width, colorScheme, isPrivate, rules } = look;
  const seen = [what, width, colorScheme, isPrivate];
  expect([...seen, await axeFaults(page, rules)]).toEqual([...seen, []]);
}

/** What stays as it is loaded is looked at from all sides. `withFigures`: before those in which they can be read. */
export async function expectEveryLookRight(
  page: Page,
  what: string,
  withFigures: () => Promise<void> = async () => {},
): Promise<void> {
  for (const look of looks) {
    await take(page, look);
    const hide = page.locator('button[aria-label="Hide figures"]');
    // A dialog may stand before it.
    if ((await hide.getAttribute('aria-pressed')) !== String(look.isPrivate))
      await hide.dispatchEvent('click');
    if (!look.isPrivate && look.rules === 'all') await withFigures();
    await expectNoFaults(page, what, look);
  }
}

/** The same of a page that has no figures to hide. */
export async function expectOpenLooksRight(page: Page, what: string): Promise<void> {
  for (const look of looks.filter(({ isPrivate }) => !isPrivate)) {
    await take(page, look);
    await expectNoFaults(page, what, look);
  }
}
