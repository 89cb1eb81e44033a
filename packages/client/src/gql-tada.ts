/** For `initGraphQLTada` of gql.tada: the schema and its scalars, by which queries of one's own get their types. */
export type { introspection, scalars } from './generated/introspection.js';
