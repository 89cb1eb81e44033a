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
