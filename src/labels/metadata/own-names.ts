/** What contracts of any kind call themselves: pools, vaults, tokens and many others have `name()`. */
import type { Address } from '../../domain/model.ts';
import { askEach } from './contract-answers.ts';
import { type ContractReader, nameCall } from './contract-reader.ts';
import { cleanName, decodeText } from './contract-text.ts';

export interface ContractNameReading {
  address: Address;
  /** Cleaned, as names of tokens are; null: there is none, as at an address without a contract; undefined: nobody answered. */
  name: string | null | undefined;
}

/** One reading per address, in order. */
export async function readContractNames(
  reader: ContractReader,
  addresses: readonly Address[],
): Promise<ContractNameReading[]> {
  const answers = await askEach(reader, addresses, (to) => [{ to, data: nameCall }]);
  return addresses.map((address, index) => {
    const given = answers[index];
    if (given?.isAnswered !== true) return { address, name: undefined };
    const text = decodeText(given.of(0));
    return { address, name: text === null ? null : cleanName(text) };
  });
}
