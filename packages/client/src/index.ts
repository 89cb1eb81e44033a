export { type Client, type ClientOptions, createClient, type RequestOptions } from './client.ts';
export { type ErrorCode, type InputProblem, WalletDataError } from './errors.ts';
export * from './generated/documents.ts';
export type { Connected, PageOptions } from './paginate.ts';
export type { Rest } from './rest.ts';
export type { GraphqlDocument, ResultOf, TypedDocumentString, VariablesOf } from './typed-document.ts';
export type { WalletEvent, WatchBatch, WatchOptions } from './watch.ts';
export {
  type HeadersLike,
  type TestEvent,
  type TruncatedEvent,
  type VerifyOptions,
  verifyWebhook,
  type WebhookEvent,
} from './webhooks.ts';
