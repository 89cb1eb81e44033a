export { type Client, type ClientOptions, createClient, type RequestOptions } from './client.js';
export { type ErrorCode, type InputProblem, WalletDataError } from './errors.js';
export * from './generated/documents.js';
export type { Connected, PageOptions } from './paginate.js';
export type { Rest } from './rest.js';
export type { GraphqlDocument, ResultOf, TypedDocumentString, VariablesOf } from './typed-document.js';
export type { WalletEvent, WatchBatch, WatchOptions } from './watch.js';
export {
  type HeadersLike,
  type TestEvent,
  type TruncatedEvent,
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
} from './webhooks.js';
