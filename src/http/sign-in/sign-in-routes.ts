/** /auth/: signing in and out. Nothing here needs a key, and everything but looking is for pages of this service alone. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { parseAddress } from '../../domain/address.ts';
import type { Address } from '../../domain/model.ts';
import { inputRefused, PublicError, problemText } from '../../errors.ts';
import { actorOf } from '../../use-cases/access/actor.ts';
import type { Browser, SignedIn, SignIn } from '../../use-cases/members/sign-in-model.ts';
import type { Caller } from '../../use-cases/model/view-model.ts';
import type { Authenticator } from '../keys/api-keys.ts';
import type { OwnOrigin, OwnOriginOf } from '../keys/own-origin.ts';
import {
  isAskedAsOther,
  isOwnScript,
  readCookie,
  requireSamePerson,
  setCookie,
  takeSession,
} from '../keys/session-cookie.ts';
import { notedAddress } from '../limits/address-group.ts';
import type { KeylessLimit } from '../limits/keyless-limit.ts';
import type { FailedSignIns } from './failed-sign-ins.ts';

export interface SignInRouteDependencies {
  signIn: SignIn;
  authenticator: Authenticator;
  ownOriginOf: OwnOriginOf;
  keyless: KeylessLimit;
  failures: FailedSignIns;
}

const sessionSeconds = 30 * 86_400;
const preSessionSeconds = 600;
/** The largest is what a passkey is made of. */
const bodyLimitBytes = 128 * 1024;

interface Asked {
  request: FastifyRequest;
  reply: FastifyReply;
  own: OwnOrigin;
  browser: Browser;
}

export async function signInRoutes(server: FastifyInstance, deps: SignInRouteDependencies): Promise<void> {
  const parseJson = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text.length === 0) done(null, undefined);
    else parseJson(request, String(text), done);
  });
  // Before anything is read of a body.
  server.addHook('onRequest', async (request, reply) => {
    await deps.keyless.take(request, reply);
    if (request.method === 'POST') requireOwnPage(request, deps.ownOriginOf);
  });
  const post = (path: string, answer: (asked: Asked) => Promise<unknown>): void => {
    server.post(path, { schema: { hide: true }, bodyLimit: bodyLimitBytes }, async (request, reply) => {
      const own = requireOwnPage(request, deps.ownOriginOf);
      const answered = await answer({ request, reply, own, browser: browserOf(request, own) });
      return answered === undefined ? reply.code(204).send() : reply.send(answered);
    });
  };
  server.get('/auth/', { schema: { hide: true }, exposeHeadRoute: false }, (request) => ways(deps, request));
  addSignIns(deps, post);
  addOfMembers(deps, post);
  post('/auth/sign-out', (asked) => signOut(deps, asked));
}

type AddPost = (path: string, answer: (asked: Asked) => Promise<unknown>) => void;

/** Throws FORBIDDEN. */
function requireOwnPage(request: FastifyRequest, ownOriginOf: OwnOriginOf): OwnOrigin {
  const own = ownOriginOf(request);
  if (own === null) {
    throw new PublicError(
      'FORBIDDEN',
      'Nobody can sign in at this address: set PUBLIC_URL to the one that people open, or open it as localhost.',
    );
  }
  if (!own.maySignIn) {
    throw new PublicError(
      'FORBIDDEN',
      `Nobody can sign in at ${own.origin}: that needs https, or localhost.`,
    );
  }
  if (isOwnScript(request, own)) return own;
  throw new PublicError('FORBIDDEN', `Signing in is for the pages of ${own.origin} alone.`);
}

const browserOf = (request: FastifyRequest, own: OwnOrigin): Browser => ({
  ...{
    origin: own.origin,
    address: notedAddress(request.ip),
    userAgent: request.headers['user-agent'] ?? '',
  },
  ...{ cookie: readCookie(request, 'session', own), preSession: readCookie(request, 'preSession', own) },
});

function bodyOf<Schema extends z.ZodType>(schema: Schema, { body }: FastifyRequest): z.output<Schema> {
  const parsed = schema.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  throw inputRefused(problems, problemText);
}

function begin({ reply, own }: Asked, cookie: string): void {
  setCookie(reply, 'session', own, { text: cookie, seconds: sessionSeconds });
  setCookie(reply, 'preSession', own, { text: '', seconds: 0 });
}

/**
 * What a browser has to sign is kept until it comes back, of all browsers together so many: it weighs as much as so large an answer, so that
 * few addresses cannot push out what others have begun.
 */
const beginningBytes = 900_000;

/** The cookie of a browser that begins to sign in: its own, or a new one. */
async function preSessionOf(
  { request, reply, own, browser }: Asked,
  { keyless, signIn }: Pick<SignInRouteDependencies, 'keyless' | 'signIn'>,
): Promise<string> {
  await keyless.take(request, reply, beginningBytes);
  const text = browser.preSession ?? signIn.newPreSession();
  setCookie(reply, 'preSession', own, { text, seconds: preSessionSeconds });
  return text;
}

/** Who has signed in, and how one can. */
async function ways(deps: SignInRouteDependencies, request: FastifyRequest): Promise<unknown> {
  const { ownOriginOf, authenticator, signIn } = deps;
  const own = ownOriginOf(request);
  const cookie = takeSession(request, ownOriginOf);
  const checked = cookie === null ? null : await authenticator.authenticateSession(cookie);
  const { member, wallet } = checked?.caller.session ?? { member: null, wallet: null };
  const isPossible = own?.maySignIn === true;
  const isNamed = isPossible && !/^\[|^[\d.]+$/.test(new URL(own.origin).hostname);
  return {
    signed_in:
      checked === null
        ? null
        : {
            ...{ id: actorOf(checked.caller).id, name: member?.name ?? null, wallet },
            scopes: checked.caller.scopes,
          },
    ways: {
      link: isPossible,
      ethereum: isPossible,
      passkey: isNamed,
      guests: isPossible && signIn.ways.guests,
    },
  };
}

const address = z.string().transform((text, context): Address => {
  const parsed = parseAddress(text);
  if (parsed.ok) return parsed.address;
  context.addIssue(parsed.problem);
  return z.NEVER;
});
const linkBody = z.strictObject({ secret: z.string().max(200) });
const nonceBody = z.union([z.strictObject({ address, chain_id: z.int().positive() }), z.strictObject({})]);
const siweBody = z.strictObject({ message: z.string().max(4_000), signature: z.string().max(20_000) });
const passkeyBody = z.strictObject({ response: z.record(z.string(), z.unknown()) });

/** Whom a message names, so that failures count for that account. */
const accountIn = (message: string): string | null =>
  /^0x[\da-f]{40}$/im.exec(message)?.[0].toLowerCase() ?? null;

function addSignIns(deps: SignInRouteDependencies, post: AddPost): void {
  const { signIn, failures } = deps;
  const trying = async (
    asked: Asked,
    account: string | null,
    attempt: () => Promise<SignedIn>,
  ): Promise<undefined> => {
    const { cookie } = await failures.count(asked, account, attempt);
    begin(asked, cookie);
  };

  post('/auth/link', (asked) => {
    const { secret } = bodyOf(linkBody, asked.request);
    return trying(asked, null, () => signIn.byLink(secret, asked.browser));
  });
  post('/auth/siwe/nonce', async (asked) => {
    const body = bodyOf(nonceBody, asked.request);
    const account = 'address' in body ? { address: body.address, chainId: body.chain_id } : null;
    return signIn.newNonce(await preSessionOf(asked, deps), account, asked.browser);
  });
  post('/auth/siwe', (asked) => {
    const body = bodyOf(siweBody, asked.request);
    return trying(asked, accountIn(body.message), () => signIn.byEthereum(body, asked.browser));
  });
  post('/auth/passkey/options', async (asked) =>
    signIn.passkeyOptions(await preSessionOf(asked, deps), asked.browser),
  );
  post('/auth/passkey', (asked) => {
    const { response } = bodyOf(passkeyBody, asked.request);
    const account = typeof response.id === 'string' ? response.id : null;
    return trying(asked, account, () => signIn.byPasskey(response, asked.browser));
  });
}

const newPasskeyBody = z.strictObject({
  name: z.string().max(200).default('Passkey'),
  response: z.record(z.string(), z.unknown()),
});

/** For who has signed in. */
function addOfMembers(deps: SignInRouteDependencies, post: AddPost): void {
  const { signIn, failures } = deps;
  post('/auth/siwe/account', async (asked) => {
    const body = bodyOf(siweBody, asked.request);
    const caller = await requireSession(deps, asked);
    return failures.count(asked, accountIn(body.message), () =>
      signIn.linkEthereum(caller, body, asked.browser),
    );
  });
  post('/auth/passkey/new/options', async (asked) => {
    const caller = await requireSession(deps, asked);
    const preSession = await preSessionOf(asked, deps);
    return signIn.newPasskeyOptions(caller, { ...asked.browser, preSession });
  });
  post('/auth/passkey/new', async (asked) => {
    const body = bodyOf(newPasskeyBody, asked.request);
    const caller = await requireSession(deps, asked);
    const { id, name } = await signIn.addPasskey(caller, body, asked.browser);
    return { id, name };
  });
}

/** Throws UNAUTHENTICATED. */
async function requireSession(
  { authenticator }: SignInRouteDependencies,
  { browser, request }: Asked,
): Promise<Caller> {
  const checked = browser.cookie === null ? null : await authenticator.authenticateSession(browser.cookie);
  if (checked === null) throw new PublicError('UNAUTHENTICATED', 'You are not signed in: sign in first.');
  requireSamePerson(request, actorOf(checked.caller).id);
  return { ...checked.caller, address: browser.address };
}

/** The cookie goes, unless it is of somebody else who has signed in since: whoever signs out has no session then. */
async function signOut({ authenticator, signIn }: SignInRouteDependencies, asked: Asked): Promise<undefined> {
  const { browser, reply, own, request } = asked;
  const checked = browser.cookie === null ? null : await authenticator.authenticateSession(browser.cookie);
  if (checked !== null) {
    if (isAskedAsOther(request, actorOf(checked.caller).id)) return;
    await signIn.signOut({ ...checked.caller, address: browser.address });
    authenticator.invalidate();
  }
  setCookie(reply, 'session', own, { text: '', seconds: 0 });
}
