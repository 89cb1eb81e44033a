/**
 * How large the answers of others may be. One table of limits, and one way of keeping them: bytes are counted while they
 * arrive, after decompression, and reading ends with the first one too many.
 */

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** In bytes, by what is asked. */
export const answerLimits = {
  /**
   * All of one HTTP exchange with a node. Traces of a full block are 5 to 30 MB, the receipts of one up to 15 MB
   * (60 million gas at 8 gas for each byte of a log, as hexadecimal digits).
   */
  node: 128 * mebibyte,
  /** One contract's answer to `eth_call`: 512 KiB of data, as hexadecimal digits, and what JSON-RPC puts around them. */
  contractCall: 1040 * kibibyte,
  /** A page of an explorer: 10,000 rows of 1 kB, and more where transactions carry much data. */
  explorer: 48 * mebibyte,
  /** Of a price source: 200 points are some 20 kB, a chart of 89 days 300 kB. */
  prices: 8 * mebibyte,
  /** An NFT's document behind a link. */
  document: mebibyte,
  /** What a webhook's receiver answers: enough to see what went wrong. */
  receipt: 4 * kibibyte,
  /** Of this service itself, which the demo asks about its wallets: 500 are some 200 kB. */
  ownService: 8 * mebibyte,
} as const;

/** An answer beyond its limit. Asked again unchanged it would be as large: ask for less, or do without. */
export class AnswerTooLargeError extends Error {
  override readonly name = 'AnswerTooLargeError';
  readonly maximumBytes: number;

  constructor(maximumBytes: number) {
    super(`the answer is larger than ${maximumBytes} bytes`);
    this.maximumBytes = maximumBytes;
  }
}

/**
 * Reads a body to its end, as UTF-8. Throws AnswerTooLargeError with the first byte beyond the limit, and whatever the body
 * itself throws; either way the body is closed and its connection with it.
 *
 * @param body Of a fetch Response (after decompression), or a stream of Node.
 */
export async function readText(
  body: AsyncIterable<Uint8Array> | null,
  maximumBytes: number,
): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop closes the body.
  for await (const piece of body ?? []) {
    size += piece.byteLength;
    if (size > maximumBytes) throw new AnswerTooLargeError(maximumBytes);
    pieces.push(piece);
  }
  return Buffer.concat(pieces, size).toString('utf8');
}
