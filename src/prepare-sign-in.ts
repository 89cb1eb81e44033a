/** How people sign in to a service that starts. Contract wallets are asked, through its nodes, whether a signature is theirs (EIP-1271). */
import { concatHex, encodeAbiParameters } from 'viem/utils';
import { createSources } from './chains/sources.ts';
import type { Config } from './config.ts';
import type { Address, Hash, Hex } from './domain/model.ts';
import { createEnabledChains } from './enabled-chains.ts';
import type { Log } from './log.ts';
import { createSemaphore } from './outgoing/at-once.ts';
import { uncountedRequests } from './outgoing/daily-budget.ts';
import { defaultClientName } from './store/clients/client-rows.ts';
import type { Database } from './store/connection/database.ts';
import { untilAborted } from './until-aborted.ts';
import { createSignIn } from './use-cases/members/sign-in.ts';
import type { SignIn } from './use-cases/members/sign-in-model.ts';

export function prepareSignIn(
  config: Config,
  { database, logger }: { database: Database; logger: Log },
  starting: AsyncDisposableStack,
): SignIn {
  const signatures = openContractSignatures(config, logger);
  starting.defer(signatures.close);
  return createSignIn({
    ...{ database, enabledChains: createEnabledChains(config, database) },
    contractSignature: signatures.check,
    guestsOf: config.portal.siwe === 'open' ? defaultClientName : null,
    now: Date.now,
  });
}

/** `isValidSignature(bytes32,bytes)`, and what it answers for its own: the same four bytes, and nothing behind them in the word. */
const selector = '0x1626ba7e';
const itsOwn = `${selector}${'0'.repeat(56)}`;

/** Who signs in waits no longer. */
const timeoutMs = 5_000;
const atOnce = 16;

export interface ContractSignatures {
  /** null: no node of the chain is configured, or none answers in time. */
  check(question: {
    chainId: number;
    contract: Address;
    hash: Hash;
    signature: Hex;
  }): Promise<boolean | null>;
  close(): Promise<void>;
}

export function openContractSignatures(config: Config, log: Log): ContractSignatures {
  const sourceOf = createSources((chain, event, details) => {
    log.debug({ chain: chain.name, ...details }, event);
  }, uncountedRequests);
  const chains = config.chains.filter((status) => status.enabled && status.chain.rpc.length > 0);
  const sources = new Map<number, ReturnType<typeof sourceOf>>();
  const inSlot = createSemaphore(atOnce);

  function sourceFor(chainId: number) {
    const status = chains.find(({ chain }) => chain.chainId === chainId);
    if (status === undefined) return null;
    const source = sources.get(chainId) ?? sourceOf(status.chain, 'rpc');
    sources.set(chainId, source);
    return source;
  }

  return {
    async check({ chainId, contract, hash, signature }) {
      const source = sourceFor(chainId);
      if (source === null) return null;
      const parameters = encodeAbiParameters([{ type: 'bytes32' }, { type: 'bytes' }], [hash, signature]);
      const call = { to: contract, data: concatHex([selector, parameters]) };
      const signal = AbortSignal.timeout(timeoutMs);
      const [answer = null] = await inSlot(
        () => untilAborted(source.callContracts([call]), signal),
        signal,
      ).catch(() => [null]);
      // More than the word is no answer of the standard's.
      return answer === null ? null : answer.toLowerCase() === itsOwn;
    },
    async close() {
      for (const source of sources.values()) await source.close();
    },
  };
}
