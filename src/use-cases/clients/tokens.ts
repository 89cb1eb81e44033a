/** Short tokens: a secret key hands out a part of what it may do, for at most a quarter of an hour. */
import { randomUUID } from 'node:crypto';
import type { Address } from '../../domain/model.ts';
import { type InputProblem, inputRefused, PublicError, problemText } from '../../errors.ts';
import { findApiKey } from '../../store/clients/api-key-rows.ts';
import type { Database } from '../../store/connection/database.ts';
import { apiKeyPepper } from '../../store/connection/settings.ts';
import { originProblem } from '../access/origins.ts';
import { requireWholeClient } from '../access/ownership.ts';
import { longestTokenSeconds, mostTokenWallets, signToken } from '../access/token-text.ts';
import type { ReadModel } from '../model/interface.ts';
import type { TokenRequest } from '../model/requests.ts';
import { type Caller, dataScopes } from '../model/view-model.ts';

const shortestTokenSeconds = 10;
const usualTokenSeconds = 300;
const longestSubject = 200;

interface TokensDependencies {
  database: Database;
  /** Whom tokens are for: this installation. */
  audience: string;
  /** Milliseconds since 1970. */
  now: () => number;
}

export function createTokens(deps: TokensDependencies): Pick<ReadModel, 'mintToken'> {
  const { database, audience, now } = deps;
  return {
    async mintToken(caller, request) {
      requireWholeClient(caller);
      const seconds = request.seconds ?? usualTokenSeconds;
      const { scopes, wallets } = checked(caller, request, seconds);
      const key = await findApiKey(database, caller.keyId);
      if (key === null) throw new PublicError('FORBIDDEN', 'tokens are minted by API keys alone');
      const issuedAt = Math.floor(now() / 1000);
      // No token outlives its key.
      const end =
        key.expiresAt === null ? Number.POSITIVE_INFINITY : Math.floor(key.expiresAt.getTime() / 1000);
      const expiresAt = Math.min(issuedAt + seconds, end);
      const signer = { keyId: key.id, hash: key.hash, pepper: await apiKeyPepper(database) };
      const { subject, origin } = request;
      const said = { subject: subject ?? null, origin: origin ?? null };
      const claims = { audience, ...said, wallets, scopes, issuedAt, expiresAt };
      return { token: signToken(signer, claims, randomUUID()), expiresAt };
    },
  };
}

function checked(
  caller: Caller,
  { scopes = ['read'], wallets, origin, subject = '' }: TokenRequest,
  seconds: number,
): { scopes: readonly string[]; wallets: Address[] } {
  const distinct = [...new Set(wallets)];
  const problems: InputProblem[] = [];
  if (distinct.length < 1 || distinct.length > mostTokenWallets) {
    problems.push({ path: 'wallets', message: `a token is for 1 to ${mostTokenWallets} wallets` });
  }
  if (!Number.isInteger(seconds) || seconds < shortestTokenSeconds || seconds > longestTokenSeconds) {
    const message = `a whole number from ${shortestTokenSeconds} to ${longestTokenSeconds} seconds is expected`;
    problems.push({ path: 'ttl', message });
  }
  const wrongOrigin = origin === undefined ? null : originProblem(origin);
  if (wrongOrigin !== null) problems.push({ path: 'origin', message: wrongOrigin });
  if (subject.length > longestSubject) {
    problems.push({ path: 'sub', message: `at most ${longestSubject} characters are expected` });
  }
  if (problems.length > 0) throw inputRefused(problems, problemText);
  const own = dataScopes.filter((scope) => caller.scopes.includes(scope));
  const lacking = scopes.filter((scope) => !own.some((one) => one === scope));
  if (lacking.length > 0) {
    throw new PublicError(
      'FORBIDDEN',
      `a token reads or writes, and no more than its key, which cannot hand on: ${lacking.join(', ').slice(0, 200)}`,
    );
  }
  return { scopes: [...new Set(scopes)], wallets: distinct };
}
