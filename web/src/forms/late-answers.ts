/** What holds when an answer comes late: the person may have typed on, or gone to another page. */

/** Whether a form has in it what was sent, and nothing that was typed since. */
export const isUnchanged = <Draft>(present: Draft, sent: Draft): boolean =>
  JSON.stringify(present) === JSON.stringify(sent);

/**
 * Empties a form for what it had sent: `setDraft(clearSent(draft, empty))`. If anything else stands in it by now, all of it stays:
 * somebody is typing the next one.
 */
export const clearSent =
  <Draft>(sent: Draft, empty: Draft) =>
  (present: Draft): Draft =>
    isUnchanged(present, sent) ? empty : present;

/** To be called when something is asked. What it returns tells whether the page that asked is still looked at. */
export function notePage(): () => boolean {
  const { pathname } = location;
  return () => location.pathname === pathname;
}

/** Gives the focus to a field of a form whose button is of no use any more, unless the person does something elsewhere. */
export function focusInForm(field: HTMLTextAreaElement | null): void {
  const { activeElement } = document;
  const isElsewhere = activeElement !== document.body && field?.form?.contains(activeElement) !== true;
  if (!isElsewhere) field?.focus();
}
