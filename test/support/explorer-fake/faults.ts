/** Everything that the fake can answer instead of data, in the words that were seen. */
import type { ServerResponse } from 'node:http';

interface FakeAnswer {
  status?: number;
  headers?: Record<string, string>;
  body: string;
}

const notOk = (result: string | null, message = 'NOTOK'): FakeAnswer => ({
  body: JSON.stringify({ status: '0', message, result }),
});

export const faultAnswers = {
  rateLimit: notOk('Max calls per sec rate limit reached (3/sec)'),
  lowRateLimit: notOk('Max calls per sec rate limit reached (2/sec)'),
  keylessRateLimit: notOk('Max rate limit reached, please use API Key for higher rate limit'),
  dailyLimit: notOk('Max daily rate limit reached. 110000 (100%) of 100000 day/limit'),
  invalidKey: notOk('Invalid API Key (#err2)|secret-key'),
  missingKey: notOk('Missing/Invalid API Key'),
  chainNotOnPlan: notOk(
    'Free API access is not supported for this chain. Please upgrade your api plan for full chain coverage. https://etherscan.io/apis',
  ),
  unsupportedChain: notOk('Missing or unsupported chainid parameter (required for v2 api)'),
  invalidAddress: notOk('Error! Invalid address format'),
  window: notOk('Result window is too large, PageNo x Offset size must be less than or equal to 10000'),
  queryTimeout: notOk(null, 'Query Timeout occured. Please select a smaller result dataset'),
  queryTimeoutWithTwoR: notOk(null, 'Query Timeout occurred. Please select a smaller result dataset'),
  serverTooBusy: notOk('Unexpected error, timeout or server too busy. Please try again later'),
  unknownAction: notOk('Error! Missing Or invalid Action name'),
  unknownWords: notOk('The moon is in the wrong house'),
  nullResult: notOk(null, 'NOTOK'),
  partlyIndexed: {
    body: JSON.stringify({
      status: '2',
      message: 'Some internal transactions are not processed',
      result: [],
    }),
  },
  blockscoutUnknownAction: { status: 400, ...notOk(null, 'Unknown action') },
  blockscoutNoKey: { status: 401, body: JSON.stringify({ message: 'API key is required' }) },
  blockscoutNoCredits: { status: 402, body: JSON.stringify({ error: 'No credits left' }) },
  http429: { status: 429, headers: { 'retry-after': '7' }, body: '{"error":"429 Too Many Requests"}' },
  http429Html: { status: 429, body: '<html><body>slow down</body></html>' },
  http429Long: { status: 429, headers: { 'retry-after': '300' }, body: '' },
  http500: { status: 500, body: 'Internal Server Error' },
  http502Html: { status: 502, body: '<!DOCTYPE html><html><body>Bad Gateway</body></html>' },
  http503RetryAfter: { status: 503, headers: { 'retry-after': '4' }, body: '' },
  http403Html: { status: 403, body: '<!DOCTYPE html><title>Just a moment…</title>' },
  http404: { status: 404, body: 'Not Found' },
  redirect: { status: 302, headers: { location: 'http://127.0.0.1:9/elsewhere' }, body: '' },
  html: { body: '<html><head><title>maintenance page</title></head></html>' },
  truncated: { body: '{"status":"1","message":"OK","result":[{"blockNumber":"1' },
  noEnvelope: { body: '{"hello":"world"}' },
  notAList: { body: JSON.stringify({ status: '1', message: 'OK', result: 'surprise' }) },
  malformedRow: {
    body: JSON.stringify({ status: '1', message: 'OK', result: [{ blockNumber: '1', hash: 'zzz' }] }),
  },
  rpcError: {
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'header not found' } }),
  },
  rpcBeyondHead: {
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32602, message: 'block range extends beyond current head block' },
    }),
  },
  rpcReverted: {
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      error: { code: 3, message: 'execution reverted: no', data: '0x08c379a0' },
    }),
  },
  rpcNull: { body: JSON.stringify({ jsonrpc: '2.0', id: 1, result: null }) },
  huge: { body: JSON.stringify({ status: '1', message: 'OK', result: 'x'.repeat(400_000) }) },
} satisfies Record<string, FakeAnswer>;

/** `hang` never answers, `reset` breaks the connection; `wrongAddress` and `outsideRange` give somebody else's rows. */
export type FakeFault =
  | keyof typeof faultAnswers
  | 'hang'
  | 'reset'
  | 'wrongAddress'
  | 'outsideRange'
  | 'unordered';

/** Answers with the fault; false: it is one that spoils data, which the caller does. */
export function answerFault(fault: FakeFault, response: ServerResponse): boolean {
  if (fault === 'hang') return true;
  if (fault === 'reset') {
    response.destroy();
    return true;
  }
  if (fault === 'wrongAddress' || fault === 'outsideRange' || fault === 'unordered') return false;
  const { status = 200, headers = {}, body }: FakeAnswer = faultAnswers[fault];
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  return true;
}
