/**
 * The Ethereum Name Service on mainnet, asked through its Universal Resolver (docs.ens.domains/resolvers/universal), which outlives
 * changes of registries and resolvers. Names that a server off the chain has to answer for (EIP-3668) stay unresolved: a name
 * could else make this service fetch any address.
 */

import { bytesToHex, decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils';
import { lowerAddress } from '../../domain/address.ts';
import { type Address, type Hex, zeroAddress } from '../../domain/model.ts';
import { recordedEnsName } from '../../domain/text/ens-name.ts';
import type { ContractReader } from '../metadata/contract-reader.ts';
import { cleanName } from '../metadata/contract-text.ts';

/** Names live on this chain. */
export const ensChainId = 1;

/** The one address of it for all versions; viem has the same (test/chains/chain-list.test.ts). */
export const universalResolver = lowerAddress('0xeeeeeeee14d718c2b47d9923deab1335e144eeee');

const abi = parseAbi([
  'function reverseWithGateways(bytes lookupAddress, uint256 coinType, string[] gateways) view returns (string name, address resolver, address reverseResolver)',
  'function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes result, address resolver)',
  'function addr(bytes32 node) view returns (address)',
]);

/** SLIP-44's number of Ether: the records of mainnet. */
const etherCoinType = 60n;
/** What clients give that ask gateways themselves. This one asks none: what needs one ends as a revert. */
const gateways = ['x-batch-gateway:true'];
/** Answers beyond this many characters of hex hold no name. */
const longestAnswer = 4_096;

/** What ENS says of an address. `unanswered`: no node could say. */
export type PrimaryName = { address: Address } & (
  | { outcome: 'answered'; name: string | null }
  | { outcome: 'unanswered' }
);

/**
 * The primary names of addresses, in their order. A name counts when it is normalised, shows as it is, and leads back to the
 * address: the reverse record is the address's own, but says what it likes.
 */
export function readPrimaryNames(
  reader: ContractReader,
  addresses: readonly Address[],
): Promise<PrimaryName[]> {
  return Promise.all(
    addresses.map(async (address): Promise<PrimaryName> => {
      try {
        const name = await readReverseRecord(reader, address);
        if (name === null) return { address, outcome: 'answered', name };
        const leadsTo = await resolveEnsName(reader, name);
        return { address, outcome: 'answered', name: leadsTo === address ? name : null };
      } catch {
        return { address, outcome: 'unanswered' };
      }
    }),
  );
}

async function readReverseRecord(reader: ContractReader, address: Address): Promise<string | null> {
  const args = [address, etherCoinType, gateways] as const;
  const data = encodeFunctionData({ abi, functionName: 'reverseWithGateways', args });
  const answer = await call(reader, data);
  const found =
    answer === null
      ? null
      : decoded(() => decodeFunctionResult({ abi, functionName: 'reverseWithGateways', data: answer })[0]);
  const name = found === null ? null : await recordedEnsName(found);
  return name !== null && cleanName(name) === name ? name : null;
}

/**
 * The mainnet address that a normalised name leads to; null: it leads to none that is known on the chain.
 * @throws RetryableError when no node answers.
 */
export async function resolveEnsName(reader: ContractReader, name: string): Promise<Address | null> {
  const { namehash, packetToBytes } = await import('viem/ens');
  const record = encodeFunctionData({ abi, functionName: 'addr', args: [namehash(name)] });
  const args = [bytesToHex(packetToBytes(name)), record, gateways] as const;
  const answer = await call(reader, encodeFunctionData({ abi, functionName: 'resolveWithGateways', args }));
  if (answer === null) return null;
  const address = decoded(() => {
    const [result] = decodeFunctionResult({ abi, functionName: 'resolveWithGateways', data: answer });
    return isAddressWord(result) ? lowerAddress(`0x${result.slice(-40)}`) : null;
  });
  return address === zeroAddress ? null : address;
}

/** null: a revert (there is no such record, or a resolver failed), no contract, or more than a name. */
async function call(reader: ContractReader, data: Hex): Promise<Hex | null> {
  const [answer = null] = await reader.callContracts([{ to: universalResolver, data }]);
  return answer === null || answer.length > longestAnswer ? null : answer;
}

/** One word of 32 bytes with nothing before the 20 of an address; decoders that cut would make an address of anything. */
const isAddressWord = (result: Hex): boolean => /^0x0{24}[\da-f]{40}$/i.test(result);

/** Resolvers are strangers' contracts: what cannot be read is no answer. */
function decoded<Value>(read: () => Value | null): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}
