/** What contracts answer when they are asked of themselves, and what that comes to. */
import type { ContractCall } from '../../chains/definitions/chain-source.ts';
import type { Hex } from '../../domain/model.ts';
import type { ContractReader } from './contract-reader.ts';

/**
 * What reading came to. `refused`: the contract itself has no answer to some of it (it reverts, or has no code), which will hardly
 * change. `unanswered`: no node could say what it answers, which may pass.
 */
export type ReadOutcome = 'read' | 'refused' | 'unanswered';

/** What one contract answers, each contract by itself: one that cannot be asked leaves the others alone. */
export type Answers = { isAnswered: true; of: (index: number) => Hex | null } | { isAnswered: false };

/** The readers put calls of one tick together, so that asking one by one costs no more requests. */
export function askEach<Asked>(
  reader: ContractReader,
  asked: readonly Asked[],
  callsOf: (asked: Asked) => ContractCall[],
): Promise<Answers[]> {
  return Promise.all(
    asked.map(async (one): Promise<Answers> => {
      try {
        const answers = await reader.callContracts(callsOf(one));
        return { isAnswered: true, of: (index) => answers[index] ?? null };
      } catch {
        return { isAnswered: false };
      }
    }),
  );
}

export const unanswered: Answers = { isAnswered: false };

export const outcomeOf = (answers: Answers, isWhole: boolean): ReadOutcome =>
  answers.isAnswered ? (isWhole ? 'read' : 'refused') : 'unanswered';
