/** What CONFIG_FILE may hold, and its defaults. config.ts reads it. */
import { z } from 'zod';
import {
  addressText,
  chainSettingsSchema,
  httpUrl,
  strictFields,
} from './chains/definitions/chain-settings.ts';
import { zeroAddress } from './domain/model.ts';
import { currencyTokens } from './domain/money/currencies.ts';
import { priceSourceNames, rateSource } from './domain/money/price-sources.ts';
import type { InputProblem } from './errors.ts';

const chainIdText = z.string().regex(/^[1-9]\d{0,9}$/, { error: 'is not a chain id' });

const feedSettings = strictFields({
  feed: addressText,
  heartbeatSeconds: z
    .number({ error: 'must be a number of seconds' })
    .refine((seconds) => Number.isInteger(seconds) && seconds > 0, { error: 'must be a number of seconds' }),
});

/** Another token whose price is a currency's rate; `address` left out: the chain's native token. */
const rateToken = strictFields({
  chainId: z.number().refine((id) => Number.isInteger(id) && id > 0, { error: 'is not a chain id' }),
  address: addressText.default(zeroAddress),
});

/** Where the rates of states' currencies come from; 'none': from what is imported alone. */
const fiatSources = [rateSource, 'none'] as const;

const pricesSchema = strictFields({
  order: z
    .array(z.enum(priceSourceNames, { error: `must be one of: ${priceSourceNames.join(', ')}` }))
    .refine((names) => new Set(names).size === names.length, { error: 'names a source twice' })
    .default([...priceSourceNames]),
  defillama: strictFields({ url: httpUrl.optional() }).default({}),
  coingecko: strictFields({ url: httpUrl.optional(), apiKey: z.string().min(1).optional() }).default({}),
  fiat: strictFields({
    source: z.enum(fiatSources, { error: `must be one of: ${fiatSources.join(', ')}` }).default(rateSource),
    url: httpUrl.optional(),
  }).prefault({}),
  chainlink: strictFields({
    feeds: z.record(chainIdText, z.record(addressText, z.union([addressText, feedSettings]))).default({}),
  }).default({ feeds: {} }),
  uniswap: z
    .record(
      chainIdText,
      strictFields({
        v3Factory: addressText.optional(),
        v2Factory: addressText.optional(),
        weth: addressText,
        stablecoins: z.array(addressText).default([]),
      }),
    )
    .default({}),
  currencies: strictFields({
    ETH: rateToken.default(currencyTokens.ETH),
    MATIC: rateToken.default(currencyTokens.MATIC),
    AVAX: rateToken.default(currencyTokens.AVAX),
    XDAI: rateToken.default(currencyTokens.XDAI),
  }).prefault({}),
});

export type PricesConfig = z.output<typeof pricesSchema>;

const nftMetadataSchema = strictFields({
  remote: z.boolean().default(false),
  ipfsGateway: httpUrl.default('https://ipfs.io'),
  timeoutMs: z
    .number()
    .refine(
      (milliseconds) => Number.isInteger(milliseconds) && milliseconds >= 100 && milliseconds <= 5_000,
      {
        error: 'must be a whole number from 100 to 5000',
      },
    )
    .default(5_000),
});

const trustedDocumentsSchema = strictFields({
  file: z.string({ error: 'must be a path' }).min(1, { error: 'must be a path' }),
  only: z.boolean({ error: 'must be true or false' }).default(false),
});

const port = z
  .number({ error: 'must be a port' })
  .refine((number) => Number.isInteger(number) && number >= 1 && number <= 65_535, {
    error: 'must be a port',
  });

const webhooksSchema = strictFields({
  allowHttp: z.boolean({ error: 'must be true or false' }).default(false),
  allowPrivate: z.boolean({ error: 'must be true or false' }).default(false),
  allowPorts: z.array(port, { error: 'must be a list of ports' }).default([443]),
});

const mcpSchema = strictFields({
  writes: z.boolean({ error: 'must be true or false' }).default(false),
});

/** `siwe`: whether an address that is no member's signs in, and sees its own wallet; `startLink`: when a start prints a link to sign in. */
const portalSchema = strictFields({
  siwe: z.enum(['members', 'open'], { error: "must be 'members' or 'open'" }).default('members'),
  startLink: z
    .enum(['loopback', 'always', 'never'], { error: "must be 'loopback', 'always' or 'never'" })
    .default('loopback'),
});

export const configFileSchema = strictFields({
  chains: z.array(chainSettingsSchema, { error: 'must be a list of chains' }).optional(),
  prices: pricesSchema.prefault({}),
  nftMetadata: nftMetadataSchema.prefault({}),
  trustedDocuments: trustedDocumentsSchema.nullable().default(null),
  webhooks: webhooksSchema.prefault({}),
  mcp: mcpSchema.prefault({}),
  portal: portalSchema.prefault({}),
});

export type TrustedDocumentsConfig = z.output<typeof trustedDocumentsSchema>;
export type McpConfig = z.output<typeof mcpSchema>;
export type PortalConfig = z.output<typeof portalSchema>;
export type WebhooksConfig = z.output<typeof webhooksSchema>;
export type NftMetadataConfig = z.output<typeof nftMetadataSchema>;

/** What CONFIG_FILE may hold. */
export type ConfigFile = z.input<typeof configFileSchema>;

/** Chain ids that stand twice, looked for in the raw content so that they are found beside other problems. */
export function repeatedChains(content: unknown, prefix: string): InputProblem[] {
  const rough = z.object({ chains: z.array(z.object({ chainId: z.unknown() })) }).safeParse(content);
  const ids = rough.success ? rough.data.chains.map(({ chainId }) => chainId) : [];
  return ids.flatMap((id, index) =>
    id !== undefined && ids.indexOf(id) !== index
      ? [
          {
            path: `${prefix} chains[${index}].chainId`,
            message: `is ${String(id)}, which an earlier chain has`,
          },
        ]
      : [],
  );
}
