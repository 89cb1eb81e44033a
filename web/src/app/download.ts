/** Reads a list of the REST API as a file, and saves it: the key stands in a header, where a plain link cannot put it. */
import { notReached, refusalOf } from './answers.ts';
import { serviceUrl } from './base.ts';
import { credentials, noteRefusal, signInNumber } from './key.ts';

/** A browser holds the file in memory until it is saved. */
const mostSaved = 500_000_000;

interface FetchOptions {
  /** More is refused. */
  mostBytes?: number;
  /** Called with what has come so far. */
  onBytes?: (bytes: number) => void;
  signal?: AbortSignal;
}

interface FetchedFile {
  file: Blob;
  /** Whether it has all that is known: not while the ledger that it is from is being booked. */
  isBooked: boolean;
}

/** `path`: of the service, as `wallet/transaction.csv`. Throws with what the service says, as when it is asked too often. */
export async function fetchFile(
  path: string,
  parameters: Readonly<Record<string, string>>,
  { onBytes, signal, mostBytes = mostSaved }: FetchOptions = {},
): Promise<FetchedFile> {
  const url = `${serviceUrl(path)}?${new URLSearchParams(parameters)}`;
  const own = credentials();
  const asked = signInNumber();
  const response = await reached(
    fetch(url, {
      headers: { ...own.headers, accept: 'text/csv, text/plain' },
      credentials: own.credentials,
      ...(signal === undefined ? {} : { signal }),
    }),
  );
  if (!response.ok) {
    const refused = await refusalOf(response);
    if (response.status === 401) noteRefusal(asked, refused.message);
    throw refused;
  }
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body?.getReader();
  for (;;) {
    const part = reader && (await reached(reader.read()));
    if (part === undefined || part.done) break;
    parts.push(part.value);
    bytes += part.value.length;
    if (bytes > mostBytes) {
      await reader?.cancel();
      throw new Error(
        `The file is larger than ${mostBytes / 1_000_000} MB: fetch it with curl, as /docs tells.`,
      );
    }
    onBytes?.(bytes);
  }
  if (asked !== signInNumber()) throw new Error('You were signed out meanwhile, and nothing was saved.');
  return { file: new Blob(parts), isBooked: response.headers.get('Wallet-Data-Booked') !== 'false' };
}

/** What comes over the network. Where nothing does, the browser says so in words of its own. */
const reached = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((error: unknown) => {
    throw error instanceof TypeError ? new Error(notReached) : error;
  });

interface DownloadOptions extends FetchOptions {
  /** Spreadsheets open it (the default): Excel takes a CSV file without a byte order mark for Latin text. A program may stumble over one. */
  isForPeople?: boolean;
}

/** As `fetchFile`, and has the browser save it. */
export async function downloadFile(
  path: string,
  parameters: Readonly<Record<string, string>>,
  fileName: string,
  { isForPeople = true, ...options }: DownloadOptions = {},
): Promise<{ isBooked: boolean }> {
  const { file, isBooked } = await fetchFile(
    path,
    { ...parameters, ...(isForPeople && { bom: 'true' }) },
    options,
  );
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
  return { isBooked };
}
