/**
 * In which forms GraphQL is asked and answered. Yoga looks at Accept when the operation has been executed: a mutation would have changed
 * something and be answered as refused. And it refuses without a word.
 */
import { PublicError } from '../errors.ts';

const forms = [
  'application/graphql-response+json',
  'application/json',
  'text/event-stream',
  'multipart/mixed',
] as const;

const notAcceptable = (): PublicError =>
  new PublicError(
    'NOT_ACCEPTABLE',
    `GraphQL is answered as ${forms.join(', ')}, subscriptions as text/event-stream or multipart/mixed: accept one of them.`,
  );

/** Throws NOT_ACCEPTABLE where the header Accept names none of the forms. */
export function requireAcceptable(accept: string | undefined): void {
  // As without the header.
  if (accept === undefined || accept.trim() === '') return;
  const isAcceptable = accept.split(',').some((range) => {
    const [type = '', ...parameters] = range.toLowerCase().replace(/\s/g, '').split(';');
    // Yoga passes over a range of another charset.
    const charset = parameters.find((parameter) => parameter.includes('charset='));
    if (charset !== undefined && charset !== 'charset=utf-8') return false;
    return type === '*/*' || forms.some((form) => form === type || `${form.split('/', 1)[0]}/*` === type);
  });
  if (!isAcceptable) throw notAcceptable();
}

/** Throws what Yoga says by a status alone. */
export function requireWords({ status }: Response): void {
  if (status === 406) throw notAcceptable();
  if (status === 415) {
    throw new PublicError(
      'UNSUPPORTED_MEDIA_TYPE',
      'The request body must be sent as content-type application/json.',
    );
  }
}
