import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Hex, isHex } from 'viem';
import { z } from 'zod';
import { recordOf } from '../node/records.ts';

const require = createRequire(import.meta.url);
const contractsDirectory = join(import.meta.dirname, '..', 'solidity');

/** Where compiled contracts are kept when the caller names no directory. Git ignores it. */
export const defaultCacheDirectory = join(import.meta.dirname, '..', '..', '.cache', 'contracts');

const hex = z.string().transform((text, context): Hex => {
  const prefixed = text.startsWith('0x') ? text : `0x${text}`;
  // An unlinked library leaves a placeholder that is no hexadecimal text; it is linked before it is used.
  if (isHex(prefixed, { strict: false })) return prefixed;
  context.addIssue('not bytecode');
  return z.NEVER;
});
const npmArtifact = z.object({ bytecode: hex });
const compiledContracts = z.record(z.string(), hex);
const compilerOutput = z.object({
  errors: z.array(z.object({ severity: z.string(), formattedMessage: z.string() })).optional(),
  // None when something does not compile.
  contracts: z
    .record(
      z.string(),
      z.record(z.string(), z.object({ evm: z.object({ bytecode: z.object({ object: z.string() }) }) })),
    )
    .default({}),
});
const compiler = z.object({
  version: z.custom<() => string>((value) => typeof value === 'function'),
  compile: z.custom<(input: string, callbacks: object) => string>((value) => typeof value === 'function'),
});

const artifactPaths = {
  weth: 'canonical-weth/build/contracts/WETH9.json',
  v2Factory: '@uniswap/v2-core/build/UniswapV2Factory.json',
  v2Router: '@uniswap/v2-periphery/build/UniswapV2Router02.json',
  v3Factory: '@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json',
  v3Router: '@uniswap/v3-periphery/artifacts/contracts/SwapRouter.sol/SwapRouter.json',
  nftDescriptor: '@uniswap/v3-periphery/artifacts/contracts/libraries/NFTDescriptor.sol/NFTDescriptor.json',
  positionDescriptor:
    '@uniswap/v3-periphery/artifacts/contracts/NonfungibleTokenPositionDescriptor.sol/NonfungibleTokenPositionDescriptor.json',
  positionManager:
    '@uniswap/v3-periphery/artifacts/contracts/NonfungiblePositionManager.sol/NonfungiblePositionManager.json',
  multiToken: '@openzeppelin/contracts/build/contracts/ERC1155PresetMinterPauser.json',
  safe: '@safe-global/safe-contracts/build/artifacts/contracts/Safe.sol/Safe.json',
  safeFactory:
    '@safe-global/safe-contracts/build/artifacts/contracts/proxies/SafeProxyFactory.sol/SafeProxyFactory.json',
  safeHandler:
    '@safe-global/safe-contracts/build/artifacts/contracts/handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler.json',
} as const;

/** Contracts whose bytecode npm packages ship. */
export type NpmContract = keyof typeof artifactPaths;

/** The creation code of a contract from an npm package. */
export async function readNpmBytecode(contract: NpmContract): Promise<Hex> {
  const path = require.resolve(artifactPaths[contract]);
  return npmArtifact.parse(JSON.parse(await readFile(path, 'utf8'))).bytecode;
}

async function readSources(): Promise<Record<string, { content: string }>> {
  const names = (await readdir(contractsDirectory)).filter((name) => name.endsWith('.sol')).sort();
  const sources: Record<string, { content: string }> = {};
  for (const name of names)
    sources[name] = { content: await readFile(join(contractsDirectory, name), 'utf8') };
  return sources;
}

/** An import such as `@openzeppelin/…` is read from node_modules. The compiler wants the answer at once. */
function findImport(path: string): { contents: string } | { error: string } {
  try {
    const { readFileSync } = require('node:fs') as typeof import('node:fs');
    return { contents: readFileSync(require.resolve(path), 'utf8') };
  } catch (cause) {
    return { error: `${path} not found: ${cause instanceof Error ? cause.message : cause}` };
  }
}

function compile(input: string): Record<string, Hex> {
  // Loaded only when something must be compiled: the compiler is 9 MB of WebAssembly.
  const solc = compiler.parse(require('solc'));
  const output = compilerOutput.parse(JSON.parse(solc.compile(input, { import: findImport })));
  const failures = (output.errors ?? []).filter(({ severity }) => severity === 'error');
  if (failures.length > 0) {
    throw new Error(
      `demo/solidity/ does not compile:\n${failures.map(({ formattedMessage }) => formattedMessage).join('\n')}`,
    );
  }
  const bytecodes: Record<string, Hex> = {};
  for (const contracts of Object.values(output.contracts)) {
    for (const [name, contract] of Object.entries(contracts)) {
      if (contract.evm.bytecode.object !== '') bytecodes[name] = `0x${contract.evm.bytecode.object}`;
    }
  }
  return bytecodes;
}

/**
 * The creation code of every contract in `demo/solidity/`, by contract name. Compiled in memory by npm's solc the first
 * time; then read from `cacheDirectory`, under a name that changes with the sources, the settings and the compiler.
 */
export async function compileContracts(cacheDirectory: string): Promise<Record<string, Hex>> {
  const sources = await readSources();
  const wanted = { '*': ['evm.bytecode.object'] };
  const input = JSON.stringify({
    language: 'Solidity',
    sources,
    settings: {
      // Optimised code would take three times as long to compile, and the first demo of a checkout waits for it.
      optimizer: { enabled: false },
      evmVersion: 'cancun',
      metadata: { bytecodeHash: 'none' },
      // Only our own: code for what they import would take as long again.
      outputSelection: recordOf(Object.keys(sources), () => wanted),
    },
  });
  const versions = ['solc', '@openzeppelin/contracts'].map((name) =>
    String(require(`${name}/package.json`).version),
  );
  const key = createHash('sha256').update(versions.join(' ')).update(input).digest('hex').slice(0, 32);
  const cachePath = join(cacheDirectory, `${key}.json`);
  const cached = await readFile(cachePath, 'utf8').catch(() => undefined);
  if (cached !== undefined) return compiledContracts.parse(JSON.parse(cached));

  const bytecodes = compile(input);
  // The cache only saves time: a directory that cannot be written must not stop the demo.
  await writeCache(cacheDirectory, cachePath, JSON.stringify(bytecodes)).catch(() => {});
  return bytecodes;
}

/** Written beside and renamed, so that two processes that compile at once never read half a file. */
async function writeCache(directory: string, path: string, text: string) {
  await mkdir(directory, { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  await writeFile(temporary, text);
  await rename(temporary, path);
}
