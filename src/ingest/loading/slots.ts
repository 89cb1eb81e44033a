/**
 * Shares a worker's slots between its chains. Every chain is sure of one slot. So a chain whose node does not answer never
 * keeps the others from loading, though its steps wait for their timeouts. A chain that has just failed gets no second slot
 * until a step succeeds.
 */
export interface Slots {
  /** The chains that may start another step now. */
  open(): number[];
  take(chainId: number): void;
  free(chainId: number): void;
  /** How a chain's last step ended. */
  report(chainId: number, outcome: 'committed' | 'failed'): void;
}

/** @param total At least as many as chains; more is shared by whoever has work. */
export function createSlots(chainIds: readonly number[], total: number): Slots {
  const active = new Map(chainIds.map((chainId) => [chainId, 0]));
  const failing = new Set<number>();
  return {
    open() {
      const counts = [...active.values()];
      const taken = counts.reduce((sum, count) => sum + count, 0);
      const reserved = counts.filter((count) => count === 0).length;
      const hasSpare = total - taken > reserved;
      return chainIds.filter((chainId) => active.get(chainId) === 0 || (hasSpare && !failing.has(chainId)));
    },
    take(chainId) {
      active.set(chainId, (active.get(chainId) ?? 0) + 1);
    },
    free(chainId) {
      active.set(chainId, (active.get(chainId) ?? 1) - 1);
    },
    report(chainId, outcome) {
      if (outcome === 'failed') failing.add(chainId);
      else failing.delete(chainId);
    },
  };
}
