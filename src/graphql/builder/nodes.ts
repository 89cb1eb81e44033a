/** Global ids are the public ids: their prefix names the type, so that `node` and `nodes` need no other table than this. */
import { type IdType, idType } from '../../domain/ids.ts';
import { PublicError } from '../../errors.ts';
import type { ReadModel } from '../../use-cases/model/interface.ts';
import type { Caller } from '../../use-cases/model/view-model.ts';

interface NodeType {
  typename: string;
  /** One per id, in order; null for what does not exist or is not the caller's. */
  load(readModel: ReadModel, caller: Caller, ids: readonly string[]): Promise<readonly (object | null)[]>;
}

const nodeTypes = {
  wal: { typename: 'Wallet', load: (readModel, caller, ids) => readModel.walletsByIds(caller, ids) },
  tfr: { typename: 'Transfer', load: (readModel, caller, ids) => readModel.transfersByIds(caller, ids) },
  tx: { typename: 'Transaction', load: (readModel, caller, ids) => readModel.transactionsByIds(caller, ids) },
  bal: { typename: 'TokenBalance', load: (readModel, caller, ids) => readModel.balancesByIds(caller, ids) },
  token: { typename: 'Token', load: (readModel, caller, ids) => readModel.tokensByIds(caller, ids) },
  asset: { typename: 'Asset', load: (readModel, caller, ids) => readModel.assetsByIds(caller, ids) },
  nft: { typename: 'Nft', load: (readModel, caller, ids) => readModel.nftsByIds(caller, ids) },
  blockchain: {
    typename: 'Blockchain',
    load: (readModel, caller, ids) => readModel.blockchainsByIds(caller, ids),
  },
  contract: {
    typename: 'DefaultLabel',
    load: (readModel, caller, ids) => readModel.defaultLabelsByIds(caller, ids),
  },
  label: {
    typename: 'CustomLabel',
    load: (readModel, caller, ids) => readModel.customLabelsByIds(caller, ids),
  },
  cpty: {
    typename: 'Counterparty',
    load: (readModel, caller, ids) => readModel.counterpartiesByIds(caller, ids),
  },
  corr: {
    typename: 'Correction',
    load: (readModel, caller, ids) => readModel.correctionsByIds(caller, ids),
  },
  whk: { typename: 'Webhook', load: (readModel, caller, ids) => readModel.webhooksByIds(caller, ids) },
} as const satisfies Record<IdType, NodeType>;

export const maximumNodes = 100;

/** The name of the type that an id belongs to; null when it is none of ours. */
export function typenameOfId(id: string): string | null {
  const type = idType(id);
  return type === null ? null : nodeTypes[type].typename;
}

/** The type of a loaded node, which carries its id. */
export function typenameOfNode(node: unknown): string | null {
  if (typeof node !== 'object' || node === null || !('id' in node) || typeof node.id !== 'string')
    return null;
  return typenameOfId(node.id);
}

/** Loads nodes of any types, one call per type. */
export async function loadNodes(
  readModel: ReadModel,
  caller: Caller,
  ids: readonly string[],
): Promise<(object | null)[]> {
  if (ids.length > maximumNodes) {
    const message = `at most ${maximumNodes} ids can be asked for at once, ${ids.length} were given`;
    throw new PublicError('BAD_INPUT', message, [{ path: 'ids', message }]);
  }
  const byType = Map.groupBy(new Set(ids), idType);
  const found = new Map<string, object>();
  await Promise.all(
    [...byType].map(async ([type, idsOfType]) => {
      if (type === null) return;
      const loaded = await nodeTypes[type].load(readModel, caller, idsOfType);
      for (const [index, node] of loaded.entries()) {
        const id = idsOfType[index];
        if (node !== null && id !== undefined) found.set(id, node);
      }
    }),
  );
  return ids.map((id) => found.get(id) ?? null);
}
