/** The demo's own packages: contracts, their compiler and a local EVM node, which a production install leaves out. */
import { createRequire } from 'node:module';
import { PermanentError } from '../src/errors.ts';

const packages = [
  ...['@foundry-rs/anvil', '@openzeppelin/contracts', '@safe-global/safe-contracts', '@uniswap/v2-core'],
  ...['@uniswap/v2-periphery', '@uniswap/v3-core', '@uniswap/v3-periphery', 'canonical-weth', 'solc'],
];

/** @throws PermanentError that says what to install when one of them is missing. */
export function requireDemoPackages(): void {
  const require = createRequire(import.meta.url);
  const missing = packages.filter((name) => {
    try {
      require.resolve(`${name}/package.json`);
      return false;
    } catch {
      return true;
    }
  });
  if (missing.length === 0) return;
  throw new PermanentError(
    `The demo needs packages that a production install leaves out (${missing.join(', ')}): run \`npm ci\` without ` +
      '--omit=dev and with NODE_ENV unset.',
  );
}
