/** Whether each figure of a page is a string that the API told, and its text that string, rounded. */
import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { web } from './harness.ts';

/** Begins to keep what the API tells the page; the answer gives all of its texts so far. */
export function listenToApi(): () => Promise<ReadonlySet<string>> {
  const bodies: Promise<unknown>[] = [];
  const { page } = web;
  const keep = (response: import('playwright-core').Response): void => {
    const isAnswer = response.url().endsWith('/graphql') && response.request().method() === 'POST';
    if (isAnswer && response.headers()['content-type']?.includes('json') === true)
      bodies.push(response.json());
  };
  page.on('response', keep);
  return async () => {
    page.off('response', keep);
    const texts = new Set<string>();
    for (const body of await Promise.all(bodies)) collect(body, texts);
    return texts;
  };
}

function collect(value: unknown, texts: Set<string>): void {
  if (typeof value === 'string') texts.add(value);
  else if (typeof value === 'object' && value !== null)
    for (const one of Object.values(value)) collect(one, texts);
}

/** What the page adds up itself, exactly: other tests hold that it does. */
const sums = '.allocation-names, .chart figcaption, .bridge, .flow-ends, .sum';

const shown = z.array(z.object({ value: z.string(), text: z.string() }));

/** The figures that no answer had, and those whose text is another number; and how many were looked at. */
export async function figuresUnlike(
  told: ReadonlySet<string>,
): Promise<{ faults: string[]; compared: number }> {
  const all = shown.parse(
    await web.page.evaluate(
      `[...document.querySelectorAll('main .figure[data-value]')].filter((one) => !one.closest('${sums}'))
        .map((one) => ({ value: one.dataset.value, text: one.textContent }))`,
    ),
  );
  const known = all.filter(({ value }) => value !== '');
  const faults = known.flatMap(({ value, text }) => [
    ...(told.has(value) || told.has(value.replace(/^-/, '')) ? [] : [`${value} was not told`]),
    ...(isRounded(text, value) ? [] : [`${text} is not ${value}`]),
  ]);
  return {
    faults: [
      ...faults,
      ...all
        .filter(({ value, text }) => value === '' && !text.startsWith('—'))
        .map(({ text }) => `${text} is of no figure`),
    ],
    compared: known.length,
  };
}

const subscripts = '₀₁₂₃₄₅₆₇₈₉';

/** A number as it is read, and the step of its last digit. */
function isRounded(text: string, value: string): boolean {
  const [written = ''] = /[+−-]?[^\d−-]*[\d,]+(\.[\d₀-₉]+)?/.exec(text) ?? [];
  const plain = written
    .replace('−', '-')
    .replace(/[^\d.₀-₉-]/g, '')
    // 0.0₄5 has four zeros behind the point.
    .replace(/0([₀-₉]+)/, (_, count: string) =>
      '0'.repeat(Number([...count].map((one) => subscripts.indexOf(one)).join(''))),
    );
  const read = new Decimal(plain);
  const step = new Decimal(10).pow(-(plain.split('.')[1]?.length ?? 0));
  return read.minus(value).abs().lte(step);
}
