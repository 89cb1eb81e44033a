/** Descriptions: problems of requests, and the state of the service. */
import type { Descriptions } from './describe.ts';

export const serviceDescriptions = {
  'RequestProblem.at': 'When it was answered.',
  'RequestProblem.requestId':
    'As in the header `X-Request-Id`, in `extensions.requestId` and in the log of the service.',
  'RequestProblem.client': 'Whose key asked, by name.',
  'RequestProblem.keyId': 'The key; of tokens the one that minted them.',
  'RequestProblem.operation': 'Method and path, or `graphql` and the root field.',
  'RequestProblem.code': 'Why, as a code of errors.',
  'RequestProblem.status': 'HTTP status; 200 where GraphQL answered the rest.',

  'ServiceState.asOf': 'When it was read.',
  'ServiceState.staleLedgers': "Clients' wallets that are to be booked anew.",
  'ServiceState.staleLedgerSeconds': 'How old the oldest of their figures are.',
  'ServiceState.chains': 'All that the service knows, by chain id.',
  'ChainState.blockchain': 'Which.',
  'ChainState.isEnabled': 'Whether wallets are loaded on it.',
  'ChainState.disabledReason': 'Why not, for people.',
  'ChainState.readBlock': 'To where it is read for all wallets that follow it; null: it is not read so.',
  'ChainState.headBlock': 'Its head as it was seen last.',
  'ChainState.headReachedAt': 'When it was last read up to its head.',
  'ChainState.failedReads': 'How often in a row reading it failed.',
  'ChainState.phases': 'Its wallets by phase.',
  'ChainPhase.phase': 'Which.',
  'ChainPhase.wallets': 'Registered wallets in it.',
  'ChainPhase.blocksBehind': 'Blocks between the head and the wallet that is furthest behind.',
  'ChainPhase.overdueSeconds': 'How long ago the wallet that waits longest was to be looked at.',
} as const satisfies Descriptions;
