/** What clients say of webhooks, checked: every fault is named. */
import { textProblem } from '../../domain/text/client-text.ts';
import { type InputProblem, inputRefused } from '../../errors.ts';
import type { EndpointChange, EndpointInput } from '../../store/webhooks/webhook-endpoints.ts';
import type { ReplayStart } from '../../store/webhooks/webhook-lanes.ts';
import type { ReplayInput, WebhookChange, WebhookInput } from '../model/webhook-model.ts';

const maximumUrlLength = 2_000;
const maximumDescriptionLength = 200;
const maximumChains = 100;
const maximumTokens = 100;
/** Named one by one; of more, all. */
export const maximumWallets = 1_000;
/** PostgreSQL's bigint. */
const maximumSequence = 2n ** 63n - 1n;

type ProblemOfUrl = (url: string) => string | null;

/** Throws BAD_INPUT. */
export function checkedWebhook(input: WebhookInput, problemOfUrl: ProblemOfUrl): EndpointInput {
  refuse(problemsOf(input, problemOfUrl));
  const {
    url,
    description = '',
    types = [],
    chainIds = [],
    tokens = [],
    minValue = null,
    wallets = null,
  } = input;
  return {
    ...{ url: url.trim(), description: description.trim(), types: [...new Set(types)] },
    ...{ chainIds: [...new Set(chainIds)], tokens: [...new Set(tokens)], minValue },
    wallets: wallets && [...new Set(wallets)],
  };
}

/** Throws BAD_INPUT, also for a change of nothing. */
export function checkedChange(change: WebhookChange, problemOfUrl: ProblemOfUrl): EndpointChange {
  const { url, description, types, chainIds, tokens, minValue, wallets, enabled } = change;
  const given = {
    ...(url === undefined ? {} : { url: url.trim() }),
    ...(description === undefined ? {} : { description: description.trim() }),
    ...(types === undefined ? {} : { types: [...new Set(types)] }),
    ...(chainIds === undefined ? {} : { chainIds: [...new Set(chainIds)] }),
    ...(tokens === undefined ? {} : { tokens: [...new Set(tokens)] }),
    ...(minValue === undefined ? {} : { minValue }),
    ...(wallets === undefined ? {} : { wallets: wallets && [...new Set(wallets)] }),
    ...(enabled === undefined ? {} : { enabled }),
  };
  const names = 'url, description, types, chains, tokens, a minimum value, wallets or enabled';
  const nothing = { path: 'input', message: `changes nothing: give ${names}` };
  refuse(Object.keys(given).length === 0 ? [nothing] : problemsOf(given, problemOfUrl));
  return given;
}

function problemsOf(input: WebhookChange, problemOfUrl: ProblemOfUrl): InputProblem[] {
  const { url, description = '', chainIds = [], tokens = [], minValue, wallets } = input;
  const problems: InputProblem[] = [];
  const add = (path: string, message: string | null): void => {
    if (message !== null) problems.push({ path, message });
  };
  if (url !== undefined) {
    const isLong = url.length > maximumUrlLength;
    add('url', isLong ? `must have at most ${maximumUrlLength} characters` : problemOfUrl(url.trim()));
    const problem = textProblem(url.trim());
    if (problem !== null) add('url', problem);
  }
  if (description.length > maximumDescriptionLength)
    add('description', `must have at most ${maximumDescriptionLength} characters`);
  add('description', textProblem(description.trim()));
  if (chainIds.length > maximumChains) add('chainIds', `must name at most ${maximumChains} chains`);
  if (tokens.length > maximumTokens) add('tokens', `must name at most ${maximumTokens} contracts`);
  if (minValue != null && !/^\d{1,18}(\.\d{1,18})?$/.test(minValue))
    add('minValue', 'must be an amount in US dollars such as 100 or 0.5, or null for all');
  if (wallets !== undefined && wallets !== null) {
    if (wallets.length === 0) add('wallets', 'is empty: name some, or give null for all');
    if (wallets.length > maximumWallets)
      add('wallets', `must name at most ${maximumWallets} wallets: give null for all`);
  }
  return problems;
}

/** Throws BAD_INPUT. */
export function checkedReplay({ afterSequence, from, wallets = null }: ReplayInput): ReplayStart {
  const one = { path: 'from', message: 'give either a time or the number of an event' };
  if ((afterSequence === undefined) === (from === undefined)) refuse([one]);
  if (wallets !== null && (wallets.length === 0 || wallets.length > maximumWallets))
    refuse([
      { path: 'wallets', message: `must name 1 to ${maximumWallets} wallets, or be left out for all` },
    ]);
  if (from !== undefined) return { at: new Date(from * 1_000) };
  if (wallets?.length !== 1)
    refuse([{ path: 'wallets', message: 'must name one wallet: numbers of events are those of a wallet' }]);
  const after = afterSequence ?? 0n;
  if (after < 0n || after > maximumSequence)
    refuse([{ path: 'after', message: 'must be the number of an event, or 0 for all that are kept' }]);
  return { after };
}

function refuse(problems: readonly InputProblem[]): void {
  if (problems.length > 0) throw inputRefused(problems, ({ path, message }) => `${path} ${message}`);
}
