/**
 * Documents that are known beforehand, by the SHA-256 of their text: a client names one instead of sending it (`documentId` of
 * GraphQL over HTTP, or Apollo's `extensions.persistedQuery`). With `only`, no other document is answered.
 */
import { hash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { usePersistedOperations } from '@graphql-yoga/plugin-persisted-operations';
import { createGraphQLError, type GraphQLParams, type Plugin } from 'graphql-yoga';
import { errorText, PermanentError } from '../errors.ts';

export interface TrustedDocuments {
  /** By the 64 hex digits of their hash, lower case. */
  readonly documents: ReadonlyMap<string, string>;
  readonly only: boolean;
}

/** A name of a parameter beside those that GraphQL over HTTP always has. */
export const documentIdParameter = 'documentId';

/** Many thousands of documents. */
const mostBytes = 16 * 1024 * 1024;

/** Reads a file of documents, JSON: `{ "<sha256>": "query …" }`, as relay-compiler persists them. Throws PermanentError saying what is wrong. */
export function readTrustedDocuments({ file, only }: { file: string; only: boolean }): TrustedDocuments {
  try {
    const { size } = statSync(file);
    if (size > mostBytes) throw new TypeError(`it is larger than ${mostBytes} bytes`);
    return { documents: documentsIn(JSON.parse(readFileSync(file, 'utf8'))), only };
  } catch (cause) {
    throw new PermanentError(`trustedDocuments.file ${file}: ${errorText(cause)}`, { cause });
  }
}

function documentsIn(content: unknown): ReadonlyMap<string, string> {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new TypeError('it must be a JSON object of texts by their SHA-256');
  }
  const documents = new Map<string, string>();
  for (const [name, text] of Object.entries(content)) {
    const digest = digestOf(name);
    if (typeof text !== 'string' || digest !== hash('sha256', text)) {
      throw new TypeError(`'${name.slice(0, 80)}' is not the SHA-256 of its text`);
    }
    documents.set(digest, text);
  }
  return documents;
}

export function trustedDocumentsPlugin({ documents, only }: TrustedDocuments): Plugin {
  const refuse = (message: string) =>
    createGraphQLError(message, { extensions: { code: 'BAD_INPUT', http: { status: 400 } } });
  return usePersistedOperations({
    allowArbitraryOperations: !only,
    extractPersistedOperationId: idOf,
    getPersistedOperation: (id) => documents.get(digestOf(id)) ?? null,
    customErrors: {
      notFound: () =>
        refuse('There is no document of this id here: it is not in the list of trusted documents.'),
      keyNotFound: () =>
        refuse('A query is needed, or the id of a trusted document (documentId: "sha256:…").'),
      persistedQueryOnly: () =>
        refuse('Only trusted documents are answered here: send documentId: "sha256:…" instead of a query.'),
    },
  });
}

/** `sha256:` may stand before the digits, whose letter case does not count. */
const digestOf = (id: string): string => id.toLowerCase().replace(/^sha256:/, '');

function idOf(params: GraphQLParams, request: Request): string | null {
  // Yoga takes no parameters but its own out of an address.
  const named: unknown =
    request.method === 'GET'
      ? new URL(request.url).searchParams.get(documentIdParameter)
      : Reflect.get(params, documentIdParameter);
  if (typeof named === 'string') return named;
  const persisted: unknown = params.extensions?.persistedQuery;
  const digits =
    typeof persisted === 'object' && persisted !== null && 'sha256Hash' in persisted
      ? persisted.sha256Hash
      : null;
  return typeof digits === 'string' ? digits : null;
}
