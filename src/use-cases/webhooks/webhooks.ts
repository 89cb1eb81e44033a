/**
 * Webhooks of a client: where its events are sent to, how far they are, and what became of them. They need a scope of their own: what
 * a key may read leaves the service by itself, to wherever the key says.
 */
import { randomBytes } from 'node:crypto';
import { webhookId } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import { secretBytes, secretText } from '../../domain/webhooks/webhook-signature.ts';
import { PublicError } from '../../errors.ts';
import type { ClientLimits } from '../../store/clients/client-limits.ts';
import type { Database } from '../../store/connection/database.ts';
import {
  countEndpoints,
  type EndpointRow,
  findEndpoints,
  listEndpoints,
} from '../../store/webhooks/endpoint-reads.ts';
import type { SecretBox } from '../../store/webhooks/secret-box.ts';
import { countAttempts, insertAttempt, listAttempts } from '../../store/webhooks/webhook-attempts.ts';
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  requestTest,
  rotateEndpointSecret,
  UnknownWalletsError,
  updateEndpoint,
} from '../../store/webhooks/webhook-endpoints.ts';
import {
  countLanes,
  listLanes,
  moveLanes,
  type SkippedEvent,
  skipEvent,
} from '../../store/webhooks/webhook-lanes.ts';
import { actorOf } from '../access/actor.ts';
import { withinLimits } from '../access/limit-errors.ts';
import { requireScope, walletNotRegistered } from '../access/ownership.ts';
import type { Caller, Page, PageRequest } from '../model/view-model.ts';
import type {
  WebhookFunctions,
  WebhookInput,
  WebhookView,
  WebhookWithSecret,
} from '../model/webhook-model.ts';
import { mapPage } from '../pages/keyset-page.ts';
import { offsetPage } from '../pages/offset-page.ts';
import { checkedChange, checkedReplay, checkedWebhook } from './webhook-input.ts';
import { attemptView, laneView, webhookView } from './webhook-views.ts';

/** What webhooks need besides the database. */
export interface WebhookSettings {
  /** What speaks against sending to a URL, as a sentence without its subject; null: nothing. */
  problemOfUrl(url: string): string | null;
  box: SecretBox;
}

interface WebhookDependencies {
  database: Database;
  clientLimits: ClientLimits;
  /** null: nothing can be created here. */
  settings: WebhookSettings | null;
}

const newSecret = (): string => secretText(randomBytes(secretBytes));
const newTestId = (): string => `evt_test_${randomBytes(12).toString('hex')}`;

export function createWebhooks(deps: WebhookDependencies): WebhookFunctions {
  const { database, settings } = deps;
  const { listWebhookLanes, listWebhookAttempts, listWebhooks } = createLists(deps);
  return {
    ...createChanges(deps),
    ...createMoves(deps),
    ...{ listWebhooks, listWebhookLanes, listWebhookAttempts },

    async webhooksByIds(caller, ids) {
      // A node of a type that the key may not see is none.
      if (!caller.scopes.includes('webhooks') || caller.bounds !== undefined) return ids.map(() => null);
      const numbers = ids.map((id) => webhookId.decode(id)?.number ?? null);
      const wanted = numbers.filter((number) => number !== null);
      const rows = wanted.length === 0 ? [] : await findEndpoints(database, caller.clientId, wanted);
      const byNumber = new Map(rows.map((row) => [row.id, row]));
      return numbers.map((number) => {
        const row = number === null ? undefined : byNumber.get(number);
        return row === undefined ? null : webhookView(row, settings?.box ?? null);
      });
    },

    async getWebhook(caller, id) {
      requireWebhooks(caller);
      return view(deps, caller, numberOf(id));
    },
  };
}

function createChanges(deps: WebhookDependencies) {
  const { database, clientLimits, settings } = deps;
  const required = (): WebhookSettings => {
    if (settings !== null) return settings;
    throw new PublicError('UNAVAILABLE', 'Webhooks cannot be changed here: ask the running service.');
  };
  return {
    async createWebhook(caller: Caller, input: WebhookInput): Promise<WebhookWithSecret> {
      requireScopes(caller);
      const { box, problemOfUrl } = required();
      const checked = checkedWebhook(input, problemOfUrl);
      const { clientId, keyId: createdBy } = caller;
      const [secret, testId] = [newSecret(), newTestId()];
      const number = await naming(
        withinLimits(
          createEndpoint(
            database,
            { ...checked, clientId, createdBy, secret, testId, limit: clientLimits.webhooks },
            box,
            actorOf(caller),
          ),
        ),
      );
      return { webhook: await view(deps, caller, number), secret };
    },

    updateWebhook: (async (caller, id, change) => {
      requireScopes(caller);
      const checked = checkedChange(change, required().problemOfUrl);
      const place = placeOf(caller, id);
      if (!(await naming(updateEndpoint(database, place, checked, actorOf(caller))))) throw noWebhook(id);
      return view(deps, caller, place.endpointId);
    }) satisfies WebhookFunctions['updateWebhook'],

    deleteWebhook: (async (caller, id) => {
      requireWebhooks(caller);
      if (!(await deleteEndpoint(database, placeOf(caller, id), actorOf(caller)))) throw noWebhook(id);
    }) satisfies WebhookFunctions['deleteWebhook'],

    rotateWebhookSecret: (async (caller, id) => {
      requireScopes(caller);
      const secret = newSecret();
      const place = placeOf(caller, id);
      const by = { box: required().box, actor: actorOf(caller) };
      if (!(await rotateEndpointSecret(database, place, secret, by))) throw noWebhook(id);
      return { webhook: await view(deps, caller, place.endpointId), secret };
    }) satisfies WebhookFunctions['rotateWebhookSecret'],
  };
}

/** What moves lanes, or asks for a test. */
function createMoves(
  deps: WebhookDependencies,
): Pick<WebhookFunctions, 'testWebhook' | 'replayWebhook' | 'skipWebhookEvent'> {
  const { database } = deps;
  return {
    async testWebhook(caller, id) {
      requireWebhooks(caller);
      const place = placeOf(caller, id);
      const eventId = newTestId();
      if (!(await requestTest(database, place, eventId))) throw noWebhook(id);
      return { webhook: await view(deps, caller, place.endpointId), eventId };
    },

    async replayWebhook(caller, id, input) {
      requireScopes(caller);
      const from = checkedReplay(input);
      const place = placeOf(caller, id);
      const wallets = input.wallets ? [...new Set(input.wallets)] : null;
      let lanes = 0;
      const isThere = await changeEndpoint(database, place, async (client) => {
        lanes = await moveLanes(client, { endpointId: place.endpointId, wallets, from });
        if (wallets !== null && lanes < wallets.length) throw notAllFollowed();
        return true;
      });
      if (!isThere) throw noWebhook(id);
      return { webhook: await view(deps, caller, place.endpointId), lanes };
    },

    async skipWebhookEvent(caller, id, wallet) {
      requireWebhooks(caller);
      const place = placeOf(caller, id);
      const { endpointId } = place;
      const given: SkippedEvent[] = [];
      const isThere = await changeEndpoint(database, place, async (client) => {
        const skipped = await skipEvent(client, { endpointId, wallet });
        if (skipped === null) throw nothingFails(wallet);
        given.push(skipped);
        const { id: eventId, type: eventType, sequence } = skipped;
        await insertAttempt(client, endpointId, {
          ...{ wallet, eventId, eventType, sequence, outcome: 'SKIPPED', attempt: 0, durationMs: 0 },
          ...{ status: null, error: `skipped by the key ${caller.keyId}`, answer: null },
        });
        return true;
      });
      const [event] = given;
      if (!isThere || event === undefined) throw noWebhook(id);
      return { eventId: event.id, eventType: event.type, sequence: event.sequence };
    },
  };
}

function createLists(
  deps: WebhookDependencies,
): Pick<WebhookFunctions, 'listWebhooks' | 'listWebhookLanes' | 'listWebhookAttempts'> {
  const { database, settings } = deps;
  return {
    async listWebhooks(caller, page) {
      requireWebhooks(caller);
      const { clientId } = caller;
      return listOf(page, (row: EndpointRow) => webhookView(row, settings?.box ?? null), {
        fetch: (offset, limit) => listEndpoints(database, { clientId, offset, limit }),
        count: () => countEndpoints(database, clientId),
      });
    },
    async listWebhookLanes(caller, id, page) {
      const endpointId = await own(deps, caller, id);
      return listOf(page, laneView, {
        fetch: (offset, limit) => listLanes(database.pool, { endpointId, offset, limit }),
        count: () => countLanes(database.pool, endpointId),
      });
    },
    async listWebhookAttempts(caller, id, page) {
      const endpointId = await own(deps, caller, id);
      return listOf(page, attemptView, {
        fetch: (offset, limit) => listAttempts(database, { endpointId, offset, limit }),
        count: () => countAttempts(database, endpointId),
      });
    },
  };
}

async function listOf<Row, View>(
  request: PageRequest,
  viewOf: (row: Row) => View,
  list: Parameters<typeof offsetPage<Row>>[0],
): Promise<Page<View>> {
  const rows = await offsetPage(list, request);
  return mapPage(rows, rows.items.map(viewOf));
}

/** A webhook outlives a short token, and tells of wallets that one may not see. */
function requireWebhooks(caller: Caller): void {
  requireScope(caller, 'webhooks');
  if (caller.bounds !== undefined)
    throw new PublicError('FORBIDDEN', 'Webhooks need a secret key: a token or a publishable key has none.');
}

/** What may be read leaves the service: whoever says where to has to be one who may read it. */
function requireScopes(caller: Caller): void {
  requireWebhooks(caller);
  requireScope(caller, 'read');
}

function numberOf(id: string): number {
  const decoded = webhookId.decode(id);
  if (decoded === null) throw noWebhook(id);
  return decoded.number;
}

const placeOf = ({ clientId }: Caller, id: string): { clientId: number; endpointId: number } => ({
  clientId,
  endpointId: numberOf(id),
});

async function view(
  { database, settings }: WebhookDependencies,
  { clientId }: Caller,
  number: number,
): Promise<WebhookView> {
  const [row] = await findEndpoints(database, clientId, [number]);
  if (row === undefined) throw noWebhook(webhookId.encode(number));
  return webhookView(row, settings?.box ?? null);
}

/** For what names wallets, as lanes and attempts do. */
async function own(deps: WebhookDependencies, caller: Caller, id: string): Promise<number> {
  requireScopes(caller);
  const number = numberOf(id);
  await view(deps, caller, number);
  return number;
}

async function naming<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UnknownWalletsError) throw walletNotRegistered(error.addresses);
    throw error;
  }
}

const noWebhook = (id: string): PublicError =>
  new PublicError('NOT_FOUND', `There is no webhook with the id '${id.slice(0, 60)}'.`);

const notAllFollowed = (): PublicError => {
  const message = 'names a wallet that this webhook does not follow';
  return new PublicError('BAD_INPUT', `wallets ${message}`, [{ path: 'wallets', message }]);
};

const nothingFails = (wallet: Address): PublicError =>
  new PublicError('CONFLICT', `No event of ${wallet} has failed here: only one that does can be skipped.`);
