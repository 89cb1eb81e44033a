/**
 * The version of both APIs, in the header API-Version of every answer and in OpenAPI. The second number grows with every
 * addition, the first would with a change that can break a client; CHANGELOG.md says what came with each.
 */
export const apiVersion = '1.3';
