/** What an operation asks with and answers, for the compiler. The marker is the one of @graphql-typed-document-node/core; it is never there. */
export interface DocumentTypes<Result, Variables> {
  readonly __apiType?: (variables: Variables) => Result;
}

/** The text of an operation. It is a plain string: any GraphQL client takes it. */
export type TypedDocumentString<Result, Variables> = string & DocumentTypes<Result, Variables>;

/** A parsed document that remembers its text, as `graphql()` of gql.tada and `gql` of others make it. */
export interface ParsedDocument {
  readonly kind: 'Document';
  readonly loc?: { readonly source: { readonly body: string } } | undefined;
}

export type GraphqlDocument<Result, Variables> = (string | ParsedDocument) & DocumentTypes<Result, Variables>;

/** What a document answers. */
export type ResultOf<Document> = Document extends DocumentTypes<infer Result, never> ? Result : never;
/** What a document asks with. */
export type VariablesOf<Document> = Document extends {
  readonly __apiType?: (variables: infer Variables) => unknown;
}
  ? Variables
  : never;

/** @throws TypeError when a parsed document has no text. */
export function textOf(document: string | ParsedDocument): string {
  if (typeof document === 'string') return document;
  const text = document.loc?.source.body;
  if (text === undefined)
    throw new TypeError('This document has no text: give the text itself, as print() of graphql makes it.');
  return text;
}

/**
 * Whether asking twice does nothing twice. In doubt it does: a text in which `mutation` or `subscription` stands where a definition
 * begins is no read.
 */
export const isRead = (text: string): boolean =>
  !/(?:^|[\s},])(?:mutation|subscription)\b/.test(withoutNotes(text));

/** Without comments and texts, in which anything may stand. */
const withoutNotes = (text: string): string =>
  text.replace(/"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|#[^\n\r]*/g, ' ');
