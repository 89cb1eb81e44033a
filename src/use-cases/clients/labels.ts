/** A client's own names and tags for addresses: private to it, effective at once. */

import { labelId } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import { textProblem } from '../../domain/text/client-text.ts';
import { type InputProblem, inputRefused, PublicError } from '../../errors.ts';
import type { ClientLimits } from '../../store/clients/client-limits.ts';
import {
  countCustomLabels,
  createCustomLabel,
  deleteCustomLabel,
  findCustomLabels,
  listCustomLabels,
  putCustomLabel,
} from '../../store/clients/custom-labels.ts';
import type { Database } from '../../store/connection/database.ts';
import { withinLimits } from '../access/limit-errors.ts';
import { requireScope, requireWholeClient } from '../access/ownership.ts';
import { customLabelView } from '../lookups/lookup-views.ts';
import type { Lookups, StoredCustomLabel } from '../lookups/lookups.ts';
import type { ReadModel } from '../model/interface.ts';
import type { CustomLabelInput } from '../model/requests.ts';
import type { Caller, CustomLabelView, Page, PageRequest } from '../model/view-model.ts';
import { mapPage } from '../pages/keyset-page.ts';
import { offsetPage } from '../pages/offset-page.ts';

type Labels = Pick<
  ReadModel,
  | 'listCustomLabels'
  | 'getCustomLabel'
  | 'createCustomLabel'
  | 'putCustomLabel'
  | 'patchCustomLabel'
  | 'deleteCustomLabel'
  | 'customLabelsByIds'
>;

const maximumNameLength = 200;
const maximumTagLength = 50;
const maximumTags = 50;
/** As they are given, repeated and empty ones among them. */
const mostGivenTags = 1_000;

interface LabelsDependencies {
  database: Database;
  lookups: Lookups;
  clientLimits: ClientLimits;
}

async function find(deps: LabelsDependencies, caller: Caller, address: Address): Promise<StoredCustomLabel> {
  const { database } = deps;
  const [row] = await findCustomLabels(database, caller.clientId, [address]);
  if (row === undefined) throw noLabel(address);
  return row;
}

async function put(deps: LabelsDependencies, caller: Caller, input: CustomLabelInput) {
  const { database, lookups, clientLimits } = deps;
  const { clientId } = caller;
  const { row, created } = await withinLimits(
    putCustomLabel(database, { clientId, ...checked(input) }, clientLimits.labels),
  );
  lookups.forgetCustomLabel(clientId, input.address);
  return { label: customLabelView(row), created };
}

async function readList(
  deps: LabelsDependencies,
  caller: Caller,
  page: PageRequest,
): Promise<Page<CustomLabelView>> {
  const { database } = deps;
  requireScope(caller, 'read');
  requireWholeClient(caller);
  const { clientId } = caller;
  const rows = await offsetPage(
    {
      fetch: (offset, limit) => listCustomLabels(database, clientId, { offset, limit }),
      count: () => countCustomLabels(database, clientId),
    },
    page,
  );
  return mapPage(
    rows,
    rows.items.map((row) => customLabelView(row)),
  );
}

async function create(
  deps: LabelsDependencies,
  caller: Caller,
  input: CustomLabelInput,
): Promise<CustomLabelView> {
  const { database, lookups, clientLimits } = deps;
  requireScope(caller, 'write');
  requireWholeClient(caller);
  const { clientId } = caller;
  const row = await withinLimits(
    createCustomLabel(database, { clientId, ...checked(input) }, clientLimits.labels),
  );
  if (row === null) {
    throw new PublicError('CONFLICT', `${input.address} already has a custom label: replace or change it`);
  }
  lookups.forgetCustomLabel(clientId, input.address);
  return customLabelView(row);
}

async function findByIds(
  deps: LabelsDependencies,
  caller: Caller,
  ids: readonly string[],
): Promise<(CustomLabelView | null)[]> {
  const { database } = deps;
  requireScope(caller, 'read');
  if (caller.bounds !== undefined) return ids.map(() => null);
  const addresses = ids.map((id) => labelId.decode(id)?.address ?? null);
  const wanted = addresses.filter((address) => address !== null);
  const rows = wanted.length === 0 ? [] : await findCustomLabels(database, caller.clientId, wanted);
  const byAddress = new Map(rows.map((row) => [row.address, row]));
  return addresses.map((address) => {
    const row = address === null ? undefined : byAddress.get(address);
    return row === undefined ? null : customLabelView(row);
  });
}

export function createLabels(deps: LabelsDependencies): Labels {
  const { database, lookups } = deps;

  return {
    listCustomLabels: (caller, page) => readList(deps, caller, page),
    createCustomLabel: (caller, input) => create(deps, caller, input),
    customLabelsByIds: (caller, ids) => findByIds(deps, caller, ids),
    async getCustomLabel(caller, address) {
      requireScope(caller, 'read');
      requireWholeClient(caller);
      return customLabelView(await find(deps, caller, address));
    },

    async putCustomLabel(caller, input) {
      requireScope(caller, 'write');
      requireWholeClient(caller);
      return put(deps, caller, input);
    },

    async patchCustomLabel(caller, address, change) {
      requireScope(caller, 'write');
      requireWholeClient(caller);
      const row = await find(deps, caller, address);
      const { label } = await put(deps, caller, {
        address,
        name: change.name ?? row.name,
        tags: change.tags ?? row.tags,
      });
      return label;
    },

    async deleteCustomLabel(caller, address) {
      requireScope(caller, 'write');
      requireWholeClient(caller);
      const deleted = await deleteCustomLabel(database, caller.clientId, address);
      lookups.forgetCustomLabel(caller.clientId, address);
      if (!deleted) throw noLabel(address);
    },
  };
}

function noLabel(address: Address): PublicError {
  return new PublicError('NOT_FOUND', `${address} has no custom label`);
}

/** Trims, drops repeated and empty tags; throws BAD_INPUT naming everything that is wrong. */
function checked({ address, name, tags }: CustomLabelInput): {
  address: Address;
  name: string;
  tags: string[];
} {
  const problems: InputProblem[] = [];
  const trimmed = name.trim();
  if (trimmed.length === 0) problems.push({ path: 'name', message: 'the name must not be empty' });
  if (trimmed.length > maximumNameLength) {
    problems.push({ path: 'name', message: `the name must have at most ${maximumNameLength} characters` });
  }
  const given = tags.slice(0, mostGivenTags).map((tag) => tag.trim());
  const distinct = [...new Set(given.filter((tag) => tag.length > 0))];
  if (distinct.length > maximumTags || tags.length > mostGivenTags) {
    problems.push({ path: 'tags', message: `at most ${maximumTags} tags can be given` });
  }
  if (distinct.some((tag) => tag.length > maximumTagLength || tag.includes(','))) {
    const message = `a tag must have at most ${maximumTagLength} characters and no comma (tags are listed comma-separated)`;
    problems.push({ path: 'tags', message });
  }
  const nameProblem = textProblem(trimmed);
  if (nameProblem !== null) problems.push({ path: 'name', message: `the name ${nameProblem}` });
  const tagProblem = distinct.map((tag) => textProblem(tag)).find((problem) => problem !== null);
  if (tagProblem != null) problems.push({ path: 'tags', message: `a tag ${tagProblem}` });
  if (problems.length > 0) throw inputRefused(problems);
  return { address, name: trimmed, tags: distinct };
}
