/** Saves a list of the REST API as a file: the key stands in a header, where a plain link cannot put it. */
import { serviceUrl } from './base.ts';
import { currentKey } from './key.ts';

/** `path`: of the service, as `wallet/transaction.csv`. Throws with what the service says, as when it is asked too often. */
export async function downloadCsv(
  path: string,
  parameters: Readonly<Record<string, string>>,
  fileName: string,
): Promise<void> {
  const url = `${serviceUrl(path)}?${new URLSearchParams(parameters)}`;
  const response = await fetch(url, {
    headers: { 'x-api-key': currentKey(), accept: 'text/csv' },
    credentials: 'omit',
  });
  if (!response.ok) {
    const { detail }: { detail?: string } = await response.json().catch(() => ({}));
    throw new Error(detail ?? `The service answered ${response.status}.`);
  }
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
