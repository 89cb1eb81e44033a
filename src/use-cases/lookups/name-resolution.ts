/** ENS names where addresses are asked for: each is an address before anything else sees it, or a refusal that says why. */

import { createMemory } from '../../domain/memory.ts';
import type { Address } from '../../domain/model.ts';
import { looksLikeEnsName, parseEnsName } from '../../domain/text/ens-name.ts';
import { type InputProblem, inputRefused, PublicError } from '../../errors.ts';
import { currentRequest } from '../../store/connection/request-scope.ts';
import type { ReadModel } from '../model/interface.ts';

/** The mainnet address of a normalised name; null: it leads to none. Throws when no node answers. `who` asks: the id of a key. */
export type AddressOfName = (name: string, who: string) => Promise<Address | null>;

/** Of one request: each is a question to a node. */
const mostNames = 10;
/** Such a question, which somebody may pay for. */
const unitsOfName = 1;
const remembered = { names: 10_000, foundMs: 60_000, missingMs: 10_000 };

const noNode =
  "names are looked up on Ethereum's mainnet, and this service has no node of it: give the address, or give the chain 1 a node " +
  '(chains[].rpc in CONFIG_FILE)';

/** @param options.addressOf null: no mainnet node is configured. */
export function createNameResolution(options: {
  addressOf: AddressOfName | null;
  now: () => number;
}): Pick<ReadModel, 'resolveNames'> {
  const { addressOf, now } = options;
  const known = createMemory<string, { until: number; answer: Promise<Address | null> }>({
    maximum: remembered.names,
  });

  const knownAnswer = (name: string): Promise<Address | null> | null => {
    const before = known.get(name);
    return before !== undefined && before.until > now() ? before.answer : null;
  };

  /** What others ask at the same time is not theirs to pay: whoever is refused leaves nothing behind. */
  async function lookUp(name: string, ask: AddressOfName): Promise<Address | null> {
    const work = currentRequest()?.work;
    if (knownAnswer(name) === null) await work?.charge(unitsOfName);
    return knownAnswer(name) ?? startLookUp(name, ask(name, work?.keyId ?? ''));
  }

  function startLookUp(name: string, answer: Promise<Address | null>): Promise<Address | null> {
    const entry = { until: Number.POSITIVE_INFINITY, answer };
    known.keep(name, entry);
    entry.answer.then(
      (address) => {
        entry.until = now() + (address === null ? remembered.missingMs : remembered.foundMs);
      },
      () => known.forget(name),
    );
    return entry.answer;
  }

  async function resolve(text: string): Promise<Address | string> {
    const parsed = await parseEnsName(text);
    if (!parsed.ok) return parsed.problem;
    if (addressOf === null) return `'${parsed.name}' is a name: ${noNode}`;
    const address = await lookUp(parsed.name, addressOf).catch((error: unknown) => {
      if (error instanceof PublicError) throw error;
      throw new PublicError(
        'UNAVAILABLE',
        `The mainnet node did not say where '${parsed.name}' leads. Try again shortly, or give the address.`,
      );
    });
    return (
      address ??
      `'${parsed.name}' leads to no address on mainnet (records outside of the chain are not followed)`
    );
  }

  return {
    async resolveNames(texts, path) {
      const names = [...new Set(texts)].filter(looksLikeEnsName);
      if (names.length > mostNames) {
        const message = `holds ${names.length} names: at most ${mostNames} are allowed, besides addresses`;
        throw new PublicError('BAD_INPUT', message, [{ path, message }]);
      }
      const answers = await Promise.all(names.map(async (text) => ({ text, answer: await resolve(text) })));
      const found = new Map<string, Address>();
      const problems: InputProblem[] = [];
      for (const { text, answer } of answers) {
        if (isAddress(answer)) found.set(text, answer);
        else problems.push({ path, message: answer });
      }
      if (problems.length === 0) return found;
      throw inputRefused(problems);
    },
  };
}

/** Problems are sentences. */
const isAddress = (answer: string): answer is Address => /^0x[\da-f]{40}$/.test(answer);
