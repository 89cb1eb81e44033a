/** register: wallets whose histories are loaded from then on. */
import { z } from 'zod';
import { addressOf } from '../tools/questions.ts';
import { defineTool } from '../tools/tool.ts';

/** The nodes and explorers are asked for each of them. */
const mostAtOnce = 10;
/** Ten units, as over REST: whole histories are loaded. */
const weight = 1_000;

export const register = defineTool({
  name: 'register',
  title: 'Register wallets',
  description: 'CHANGES DATA: registers wallets; their histories are loaded then (sync_status says how far).',
  // What is registered already stays as it is. Loading asks nodes and explorers.
  changes: { destructiveHint: false, idempotentHint: true, openWorldHint: true },
  shape: { wallets: z.array(z.string().max(255)).min(1).max(mostAtOnce) },
  async answer({ wallets }, { readModel, caller, now, weigh }) {
    await weigh(weight);
    const names = await readModel.resolveNames(wallets, 'wallets');
    const addresses = [...new Set(wallets.map((text) => addressOf(names.get(text) ?? text, 'wallets')))];
    const { wallets: all, createdCount } = await readModel.registerWallets(caller, addresses);
    return {
      lines: [
        `done: ${createdCount} registered, ${all.length - createdCount} were already`,
        ...all.map(({ address, isLoaded }) => `${address}: ${isLoaded ? 'loaded' : 'is being loaded'}`),
      ],
      asOf: now,
      missing: all.some(({ isLoaded }) => !isLoaded) ? ['figures of wallets that are being loaded'] : [],
    };
  },
});
