/** The way of whoever has no mouse. */
import type { Locator } from 'playwright-core';

/** As many places as the longest page of the tests has. */
const most = 120;

/**
 * Goes to something with the Tab key alone; fails where the key does not lead to it. After the first press it is known where the focus is,
 * and counted how far it has to go: so nobody looks after each press.
 */
export async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const { keyboard } = target.page();
  for (let pressed = 0; pressed < most; pressed += 1) {
    await keyboard.press(key);
    if (await target.evaluate((one) => one === document.activeElement)) return;
    if (pressed > 0) continue;
    for (let left = await stopsBefore(target, key === 'Shift+Tab'); left > 0; left -= 1)
      await keyboard.press(key);
  }
  throw new Error(`no way by ${key} to ${String(target)}`);
}

/** How many places that take the focus lie between where it is and the target; 0 where that is not known. */
function stopsBefore(target: Locator, isBackward: boolean): Promise<number> {
  return target.evaluate((end, isBack) => {
    const start = document.activeElement;
    if (start === null || start === document.body) return 0;
    const isBefore = (one: Element, other: Element): boolean =>
      (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    const [from, to] = isBack ? [end, start] : [start, end];
    // Of radio buttons the chosen one alone.
    const kinds = 'a[href], button, input:not([type=radio]), :checked, select, textarea, summary, [tabindex]';
    return [...document.querySelectorAll<HTMLElement>(kinds)].filter(
      (one) =>
        one.tabIndex >= 0 &&
        !one.matches(':disabled') &&
        one.checkVisibility() &&
        isBefore(from, one) &&
        isBefore(one, to),
    ).length;
  }, isBackward);
}
