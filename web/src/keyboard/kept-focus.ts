/**
 * The focus never falls out of the page. Where what had it is taken away (a form that is done, a button that takes its own row along), it goes
 * to the heading of what that stood in: the row, else the row that takes its place, else the list, else the page. What is disabled or hidden
 * for a moment gets it back.
 */

/** What had the focus last, with all that it stood in. Empty: nothing had, or a person let it go. */
let chain: readonly HTMLElement[] = [];
/** The rows beside the one that it stood in, as they were then: those behind it, and then those before it, the nearest first. */
let neighbours: readonly HTMLElement[] = [];
/** Of a list that is read anew, several rows may be gone at once. */
const mostNeighbours = 50;
/** What had it could not keep it for a moment. */
let isWaiting = false;

function chainOf(element: HTMLElement): HTMLElement[] {
  const found: HTMLElement[] = [];
  for (let one: HTMLElement | null = element; one !== null; one = one.parentElement) found.push(one);
  return found;
}

/** Only of a list that has no name: one that has takes the focus itself, as it does where rows come and go with scrolling. */
function neighboursIn(found: readonly HTMLElement[]): HTMLElement[] {
  const row = found.find((one) => one.matches('li'));
  const list = row?.parentElement;
  if (row === undefined || !list?.matches('ul:not([aria-label]), ol:not([aria-label])')) return [];
  const rows = [...list.children].filter((one) => one instanceof HTMLElement);
  const place = rows.indexOf(row);
  const before = rows.slice(Math.max(0, place - mostNeighbours), place).toReversed();
  return [...rows.slice(place + 1, place + 1 + mostNeighbours), ...before];
}

const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;

const canHaveFocus = (element: HTMLElement): boolean =>
  !element.matches(':disabled') && element.checkVisibility({ visibilityProperty: true });

/** By whose name a person knows the place; null: it has none of its own. */
function headingOf(place: HTMLElement): HTMLElement | null {
  const is = (selector: string): boolean => place.matches(selector);
  const first = (selector: string): HTMLElement | null => place.querySelector<HTMLElement>(selector);
  if (is('details')) return first('summary');
  // Of several bodies of a table each is a row with what belongs to it.
  if (is('tr, tbody:not(:only-of-type)')) return first('th[scope=row]');
  if (is('main')) return first('h1') ?? place;
  if (is('[tabindex], ul[aria-label], ol[aria-label]')) return place;
  if (is('li')) return first('h2, h3') ?? place;
  return is('section, article, .card, .page') ? first('h1, h2, h3') : null;
}

/** The nearest place that is still there. */
function homeOf(lost: readonly HTMLElement[]): HTMLElement | null {
  const row = lost.find((one) => one.matches('li'));
  const places = row?.isConnected === false ? [...neighbours, ...lost] : lost;
  const homes = places.filter(({ isConnected }) => isConnected).map(headingOf);
  return homes.find((home) => home !== null && canHaveFocus(home)) ?? document.querySelector('h1');
}

function look(): void {
  const [last] = chain;
  if (last === undefined) return;
  if (last.isConnected) {
    if (!canHaveFocus(last)) isWaiting = true;
    else if (isWaiting && isLost()) last.focus({ preventScroll: true });
    return;
  }
  if (!isLost()) return;
  const home = homeOf(chain);
  chain = [];
  if (home === null) return;
  if (!home.hasAttribute('tabindex')) home.tabIndex = -1;
  // A page is shown from its top; what is within it stands beside what went.
  home.focus({ preventScroll: home.matches('h1, main') });
}

/** Whoever presses beside everything means it. */
function letGo(): void {
  const [last] = chain;
  if (last?.isConnected === true && isLost() && canHaveFocus(last) && !isWaiting) chain = [];
}

/** To be called once. */
export function keepFocus(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    chain = chainOf(target);
    neighbours = neighboursIn(chain);
    isWaiting = false;
  });
  document.addEventListener('focusout', () => setTimeout(letGo));
  document.addEventListener('pointerdown', () => {
    if (isLost()) chain = [];
  });
  new MutationObserver(look).observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled', 'hidden', 'style'],
  });
}
