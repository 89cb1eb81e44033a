/** Hardhat's own node, as developers run it: JSON-RPC without any trace of calls and without receipts by the block. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { spawnSupervised } from '../../src/processes/supervised.ts';
import { askNode } from './ask-node.ts';

export interface HardhatNode {
  rpcUrl: string;
  /** Who has 10,000 ether from the first block on, and whose transactions the node signs. */
  accounts: readonly string[];
  ask(method: string, ...params: readonly unknown[]): Promise<unknown>;
  /** Mines the transaction in a block of its own, failed or not; answers its hash. */
  send(transaction: { from: string; to?: string; value?: bigint; data?: string }): Promise<string>;
  stop(): Promise<void>;
}

const repository = join(import.meta.dirname, '..', '..');

/** Starts `hardhat node` on a free port. It ends with `stop()`, or with this process. */
export async function startHardhat(chainId = 31337): Promise<HardhatNode> {
  const require = createRequire(import.meta.url);
  const program = join(dirname(require.resolve('hardhat/package.json')), 'internal', 'cli', 'bootstrap.js');
  const directory = await mkdtemp(join(tmpdir(), 'hardhat-'));
  const config = join(directory, 'hardhat.config.cjs');
  await writeFile(config, `module.exports = { networks: { hardhat: { chainId: ${chainId} } } };\n`);
  const options = ['--config', config, 'node', '--port', '0', '--hostname', '127.0.0.1'];
  const node = await spawnSupervised(process.execPath, [program, ...options], {
    // Hardhat insists on being installed where it is started.
    cwd: repository,
    env: { ...process.env, HARDHAT_DISABLE_TELEMETRY_PROMPT: 'true' },
    stopTimeoutMs: 2_000,
  });
  const stop = async (): Promise<void> => {
    await node.stop();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    const rpcUrl = await node.waitForLine(
      (line) => /JSON-RPC server at (http:\S+?)\/?$/.exec(line)?.[1],
      60_000,
    );
    const ask = (method: string, ...params: readonly unknown[]) => askNode(rpcUrl, method, params);
    await ask('evm_setAutomine', false);
    return {
      rpcUrl,
      accounts: z.array(z.string()).parse(await ask('eth_accounts')),
      ask,
      async send({ from, to, value = 0n, data = '0x' }) {
        const transaction = { from, to, value: `0x${value.toString(16)}`, data, gas: '0x2dc6c0' };
        const hash = z.string().parse(await ask('eth_sendTransaction', transaction));
        await ask('evm_mine');
        return hash;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
