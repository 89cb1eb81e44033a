/** ENS names in the parameters that hold addresses: each is an address before the request is checked. */
import type { FastifyRequest } from 'fastify';
import { looksLikeEnsName } from '../domain/text/ens-name.ts';
import type { ReadModel } from '../use-cases/model/interface.ts';

/** The parameters and fields that hold addresses, one or several separated by commas. */
const addressFields = [
  ...['wallet', 'address', 'counterparty_address', 'not_counterparty_address', 'token', 'token_address'],
] as const;

/** Replaces the names in a request's path, query and body. Throws what `resolveNames` throws, under the parameter's name. */
export async function replaceNames(
  request: Pick<FastifyRequest, 'params' | 'query' | 'body'>,
  { resolveNames }: Pick<ReadModel, 'resolveNames'>,
): Promise<void> {
  for (const part of [request.params, request.query, request.body]) {
    if (typeof part !== 'object' || part === null) continue;
    for (const field of addressFields) {
      const value: unknown = Object.hasOwn(part, field) ? Reflect.get(part, field) : undefined;
      if (typeof value !== 'string') continue;
      const items = value.split(',').map((item) => item.trim());
      if (!items.some(looksLikeEnsName)) continue;
      const addresses = await resolveNames(items, field);
      Object.assign(part, { [field]: items.map((item) => addresses.get(item) ?? item).join(',') });
    }
  }
}
