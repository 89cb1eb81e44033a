/** One entry of `chains` in the configuration file: its schema, and what becomes of it. */
import { z } from 'zod';
import { parseAddress } from '../../domain/address.ts';
import { givenFields } from '../../domain/given.ts';
import { imageOfDataUrl, isDataUrl, maximumImageBytes } from '../../domain/text/data-url-images.ts';
import { maximumUrlBytes, shortUrl } from '../../domain/text/foreign-texts.ts';
import {
  builtInChains,
  type ChainConfig,
  type ExplorerConfig,
  etherscanUrl,
  explorerKinds,
  explorerPlans,
  unknownChain,
} from './chain-list.ts';

/** An object that refuses unknown fields by name and lists what it knows. */
export function strictFields<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `is not a known field; known: ${Object.keys(shape).join(', ')}`
        : undefined,
  });
}

/** An http or https URL; the text is not repeated in the error, because it may hold a key. */
export const httpUrl = z
  .string()
  .refine(isHttpUrl, { error: 'is not a URL: http://… or https://… is expected' });

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Of a chain's icon: passed on as it is, or, as a `data:` URL, stored and served by the service. */
const iconUrl = z
  .string()
  .refine(
    (text) => (isDataUrl(text) ? imageOfDataUrl(text) !== null : isHttpUrl(text) && shortUrl(text) !== null),
    {
      error:
        `must be http://… or https://… of at most ${maximumUrlBytes} bytes, or a data: URL of a PNG, JPEG, GIF, WebP, AVIF or SVG ` +
        `image of at most ${maximumImageBytes} bytes`,
    },
  );

/** An address, in any letter case; a mixed case must have a right checksum. */
export const addressText = z.string().transform((text, context) => {
  const parsed = parseAddress(text);
  if (parsed.ok) return parsed.address;
  context.addIssue({ code: 'custom', message: parsed.problem });
  return z.NEVER;
});

const wholeNumber = (minimum: number, maximum: number) =>
  z
    .number({ error: `must be a whole number from ${minimum} to ${maximum}` })
    .refine((value) => Number.isInteger(value) && value >= minimum && value <= maximum, {
      error: `must be a whole number from ${minimum} to ${maximum}`,
    });

const explorerSchema = strictFields({
  kind: z.enum(explorerKinds, { error: `must be one of: ${explorerKinds.join(', ')}` }),
  url: httpUrl.optional(),
  apiKey: z.string().min(1).optional(),
  plan: z.enum(explorerPlans, { error: `must be one of: ${explorerPlans.join(', ')}` }).optional(),
  requestsPerDay: wholeNumber(100, 1_000_000_000).optional(),
}).refine((explorer) => explorer.kind === 'etherscan' || explorer.url !== undefined, {
  path: ['url'],
  error: 'is needed: the address of the explorer’s API',
});

const text = z.string({ error: 'must be a text' }).trim().min(1, { error: 'must not be empty' });

export const chainSettingsSchema = strictFields({
  chainId: wholeNumber(1, 2_147_483_647),
  name: text.optional(),
  // Letters first: a slug must not be mistaken for a chain id.
  slug: text
    .regex(/^[a-z][a-z0-9-]*$/, { error: 'must be lower-case letters, digits and hyphens, a letter first' })
    .optional(),
  symbol: text.optional(),
  imageUrl: iconUrl.optional(),
  wrappedNative: addressText.optional(),
  rpc: z.array(httpUrl, { error: 'must be a list of URLs' }).optional(),
  explorer: explorerSchema.optional(),
  startBlock: wholeNumber(0, 2_147_483_647).optional(),
  blockScanBlocks: wholeNumber(0, 2_147_483_647).optional(),
  confirmations: wholeNumber(0, 100_000).optional(),
  pollSeconds: z
    .number({ error: 'must be a number of seconds from 0.1 to 3600' })
    .refine((value) => value >= 0.1 && value <= 3600, {
      error: 'must be a number of seconds from 0.1 to 3600',
    })
    .optional(),
  allowIncomplete: z.boolean({ error: 'must be true or false' }).optional(),
  rebasingTokens: z
    .array(addressText, { error: 'must be a list of addresses' })
    .max(1_000, { error: 'must be 1000 addresses at most' })
    .optional(),
});

export type ChainSettings = z.output<typeof chainSettingsSchema>;

/** An explorer is asked for each wallet by itself, and its account is limited: so often without a node of one's own. */
const explorerPollSeconds = 60;

/**
 * A chain of the configuration file: what the file says, over what is built in for that chain id.
 * With an Etherscan key the built-in chains have Etherscan as their explorer, unless the file names a node or another.
 */
export function resolveChain(settings: ChainSettings, etherscanApiKey: string | null): ChainConfig {
  const { explorer, ...given } = settings;
  const builtIn = builtInChains.find((chain) => chain.chainId === settings.chainId);
  const chain = {
    ...(builtIn ?? unknownChain(settings.chainId, settings.symbol ?? 'ETH')),
    ...givenFields(given),
  };
  if (explorer !== undefined) return withExplorer(chain, resolveExplorer(explorer, etherscanApiKey), given);
  if (builtIn === undefined || chain.rpc.length > 0) return { ...chain, explorer: null };
  return withExplorer(chain, etherscan(etherscanApiKey), given);
}

/** The chains when the file names none. */
export function defaultChains(etherscanApiKey: string | null): ChainConfig[] {
  return builtInChains.map((chain) => withExplorer(chain, etherscan(etherscanApiKey), {}));
}

function withExplorer(
  chain: ChainConfig,
  explorer: ExplorerConfig | null,
  given: Pick<ChainSettings, 'pollSeconds'>,
): ChainConfig {
  const isAlone = explorer !== null && chain.rpc.length === 0 && given.pollSeconds === undefined;
  return { ...chain, explorer, ...(isAlone ? { pollSeconds: explorerPollSeconds } : {}) };
}

function etherscan(apiKey: string | null): ExplorerConfig | null {
  return apiKey === null
    ? null
    : { kind: 'etherscan', url: etherscanUrl, apiKey, plan: 'free', requestsPerDay: null };
}

function resolveExplorer(
  explorer: z.output<typeof explorerSchema>,
  etherscanApiKey: string | null,
): ExplorerConfig {
  const { kind, url = etherscanUrl, plan = 'free', requestsPerDay = null } = explorer;
  const apiKey = explorer.apiKey ?? (kind === 'etherscan' ? etherscanApiKey : null);
  return { kind, url, apiKey, plan, requestsPerDay };
}
