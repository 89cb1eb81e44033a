/** Secrets in answers: shown by the page that asked, and not left in Relay's store, where they would outlive it. */
import type { RecordSourceSelectorProxy } from 'relay-runtime';

/** Takes a text out of a mutation's answer. For its updater: afterwards it is no longer there. */
export function takeSecret(
  store: RecordSourceSelectorProxy,
  mutation: string,
  field: 'key' | 'secret' | 'link',
): string {
  const payload = store.getRootField(mutation);
  const value: unknown = payload?.getValue(field);
  payload?.setValue('', field);
  return typeof value === 'string' ? value : '';
}
