/** @safe-global/safe-deployments (MIT): the contracts behind Safe accounts, the same on most chains. */
import { z } from 'zod';
import type { DefaultLabel } from './label-types.ts';
import { listedAddress, readPackageJson } from './package-data.ts';

const files = {
  '1.3.0': {
    gnosis_safe: 'Singleton',
    gnosis_safe_l2: 'Singleton L2',
    proxy_factory: 'Proxy Factory',
    compatibility_fallback_handler: 'Fallback Handler',
    multi_send: 'Multi Send',
    multi_send_call_only: 'Multi Send Call Only',
    create_call: 'Create Call',
    sign_message_lib: 'Sign Message Library',
  },
  '1.4.1': {
    safe: 'Singleton',
    safe_l2: 'Singleton L2',
    safe_proxy_factory: 'Proxy Factory',
    compatibility_fallback_handler: 'Fallback Handler',
    multi_send: 'Multi Send',
    multi_send_call_only: 'Multi Send Call Only',
    create_call: 'Create Call',
    sign_message_lib: 'Sign Message Library',
  },
} as const;

const deploymentSchema = z.object({
  deployments: z.record(z.string(), z.object({ address: z.string() })),
  networkAddresses: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
});

export function safeLabels(chainId: number): DefaultLabel[] {
  return Object.entries(files).flatMap(([version, contracts]) =>
    Object.entries(contracts).flatMap(([file, title]) => {
      const { deployments, networkAddresses } = readPackageJson(
        '@safe-global/safe-deployments',
        `assets/v${version}/${file}.json`,
        deploymentSchema,
      );
      return [networkAddresses[chainId] ?? []].flat().flatMap((kind): DefaultLabel[] => {
        const address = listedAddress(deployments[kind]?.address);
        return address === null
          ? []
          : [{ chainId, address, name: `Safe: ${title} ${version}`, tags: ['safe'] }];
      });
    }),
  );
}
