/**
 * Sign-In with Ethereum (EIP-4361): a wallet signs a text that names this service, a nonce that this very browser was given, and the time. The
 * text has to be exactly as the standard writes it, so that what was read of it is all that it says.
 */
import { randomBytes } from 'node:crypto';
import { isErc6492Signature } from 'viem';
import { createSiweMessage, parseSiweMessage, type SiweMessage } from 'viem/siwe';
import { getAddress, hashMessage, isHex, recoverMessageAddress } from 'viem/utils';
import { lowerAddress } from '../../domain/address.ts';
import type { Address, Hash, Hex } from '../../domain/model.ts';
import { PublicError } from '../../errors.ts';
import type { Database } from '../../store/connection/database.ts';
import type { SigningAccount } from '../../store/members/member-rows.ts';
import { takeNonce } from '../../store/members/sign-in-rows.ts';
import { hashSecret } from '../access/session-text.ts';
import type { Browser, OwnPage, SiweMessageInput } from './sign-in-model.ts';

/** Whether a contract says that a signature of a hash is its own (EIP-1271); null: no node of the chain is configured. */
export type ContractSignature = (question: {
  chainId: number;
  contract: Address;
  hash: Hash;
  signature: Hex;
}) => Promise<boolean | null>;

interface SiweDependencies {
  database: Database;
  enabledChains: () => Promise<readonly { chainId: number }[]>;
  contractSignature: ContractSignature;
  /** Milliseconds since 1970. */
  now: () => number;
}

export interface SiweCheck {
  /** The text that an account is to sign. BAD_INPUT: the chain is not enabled here, or the service has no name that can stand in it. */
  messageFor(
    account: { address: Address; chainId: number },
    place: { nonce: string; page: OwnPage },
  ): Promise<string>;
  /** The account that has signed; null: none has. BAD_INPUT: the text is not for here, or not for now. */
  check(input: SiweMessageInput, browser: Browser): Promise<SigningAccount | null>;
}

/** 128 bits in the letters that the standard allows. */
export const newNonce = (): string => randomBytes(16).toString('hex');

const statement = 'Sign in to Wallet data. This costs nothing and moves nothing.';
const lifeMs = 600_000;
/** Clocks of others may be ahead by so much. */
const aheadMs = 30_000;
/** Beyond what a message or a signature of any wallet has. */
const longestMessage = 4_000;
const longestSignature = 20_000;

const refusal = (message: string): PublicError =>
  new PublicError('BAD_INPUT', `message: ${message}`, [{ path: 'message', message }]);

/** What the text says, if that is all that it says. Throws BAD_INPUT. */
function readMessage(text: string): SiweMessage {
  const { address, chainId, domain, nonce, uri, version, ...others } = parseSiweMessage(
    text.slice(0, longestMessage),
  );
  const isWhole = address && chainId !== undefined && domain && nonce && uri && version && others.issuedAt;
  if (!isWhole) throw refusal('is not written as EIP-4361 says');
  const message: SiweMessage = { address, chainId, domain, nonce, uri, version, ...others };
  if (rewritten(message) !== text) {
    throw refusal(
      'is not written as EIP-4361 says, with an address in checksum form and times in UTC with milliseconds',
    );
  }
  return message;
}

function rewritten(message: SiweMessage): string | null {
  try {
    return createSiweMessage(message);
  } catch {
    return null;
  }
}

/** What speaks against it here and now; null: nothing. */
function problemOf(message: SiweMessage, { origin }: OwnPage, now: number): string | null {
  const { domain, scheme, uri, issuedAt, expirationTime, notBefore } = message;
  const own = new URL(origin);
  if (domain !== own.host) return `is for ${domain.slice(0, 100)}, and this is ${own.host}`;
  if (scheme !== undefined && `${scheme}:` !== own.protocol)
    return `is for ${scheme}, and this is ${own.protocol}`;
  if (!URL.canParse(uri) || new URL(uri).origin !== origin) return `has a URI that is not of ${origin}`;
  if (issuedAt === undefined || issuedAt.getTime() > now + aheadMs) return 'was issued in the future';
  if (issuedAt.getTime() < now - lifeMs - aheadMs) return 'was issued too long ago';
  if (expirationTime !== undefined && expirationTime.getTime() <= now) return 'has expired';
  if (notBefore !== undefined && notBefore.getTime() > now + aheadMs) return 'is not valid yet';
  return null;
}

async function recovered(message: string, signature: Hex): Promise<Address | null> {
  try {
    return lowerAddress(await recoverMessageAddress({ message, signature }));
  } catch {
    return null;
  }
}

export function createSiweCheck(deps: SiweDependencies): SiweCheck {
  const { database, enabledChains, contractSignature, now } = deps;
  const isEnabled = async (chainId: number): Promise<boolean> =>
    (await enabledChains()).some((chain) => chain.chainId === chainId);

  async function signerOf(
    { address: named, chainId }: SiweMessage,
    text: string,
    signature: Hex,
  ): Promise<SigningAccount | null> {
    const address = lowerAddress(named);
    if ((await recovered(text, signature)) === address) return { address, contractChainId: null };
    // Of a wallet that is not deployed: nobody can ask it.
    if (isErc6492Signature(signature)) return null;
    const question = { chainId, contract: address, hash: hashMessage(text), signature };
    return (await contractSignature(question)) === true ? { address, contractChainId: chainId } : null;
  }

  return {
    async messageFor({ address, chainId }, { nonce, page }) {
      if (!(await isEnabled(chainId))) throw noSuchChain(chainId);
      const time = now();
      const { host } = new URL(page.origin);
      const text = rewritten({
        ...{ address: getAddress(address), chainId, domain: host, nonce, statement, uri: page.origin },
        ...{ version: '1', issuedAt: new Date(time), expirationTime: new Date(time + lifeMs) },
      });
      if (text !== null) return text;
      throw new PublicError(
        'BAD_INPUT',
        `Sign-In with Ethereum is not possible at ${host}: it needs a whole name.`,
      );
    },

    async check({ message: text, signature }, browser) {
      const message = readMessage(text);
      const { preSession } = browser;
      // Gone from here on, whatever follows.
      const isOurs =
        preSession !== null &&
        (await takeNonce(database, {
          ...{ nonce: message.nonce, preSession: hashSecret(preSession), purpose: 'ethereum' },
        }));
      const problem = problemOf(message, browser, now());
      if (problem !== null) throw refusal(problem);
      if (!(await isEnabled(message.chainId))) throw noSuchChain(message.chainId);
      if (!isOurs || !isHex(signature) || signature.length > longestSignature) return null;
      return signerOf(message, text, signature);
    },
  };
}

const noSuchChain = (chainId: number): PublicError =>
  refusal(`is for the chain ${chainId}, which is not enabled here`);
