/**
 * Tokens of lending protocols that are no ERC-4626 vaults: receipts (Aave's aTokens, Compound's cTokens and Comets), Aave's debt
 * tokens, and those of their forks. What a token says of itself anybody can say: a receipt is worth what it stands for only where a contract of a known lending protocol
 * names it as its own. Sources: Aave's IPool and IAToken (versions 2 and 3), Compound's CToken, Comptroller and Comet.
 */
import { decodeFunctionResult, encodeFunctionData, parseAbi, size, slice } from 'viem/utils';
import { lowerAddress } from '../../../domain/address.ts';
import { type Address, type Hex, zeroAddress } from '../../../domain/model.ts';
import { type ChainReader, decoded } from '../../../prices/source/chain-reader.ts';

const abi = parseAbi([
  'function UNDERLYING_ASSET_ADDRESS() view returns (address)',
  'function POOL() view returns (address)',
  'function baseToken() view returns (address)',
  'function comptroller() view returns (address)',
  'function underlying() view returns (address)',
  'function getReserveData(address asset)',
  'function markets(address token) view returns (bool isListed)',
]);
const probed = ['UNDERLYING_ASSET_ADDRESS', 'POOL', 'baseToken', 'comptroller', 'underlying'] as const;

/** What a token is asked, in the order that `readReceipt` takes the answers in. */
export const receiptProbes: readonly Hex[] = probed.map((functionName) =>
  encodeFunctionData({ abi, functionName }),
);

/** Whether a contract of the chain is known to belong to a lending protocol. */
export type IsLender = (contract: Address) => Promise<boolean>;

/**
 * `one-to-one`: its balance is already what is lent, interest included. `exchange-rate`: `exchangeRateStored` says how much.
 * `debt`: its balance is what is owed.
 */
export interface Receipt {
  kind: 'one-to-one' | 'exchange-rate' | 'debt';
  /** The zero address: the chain's coin. */
  underlying: Address;
}

/** Reads for what a token stands, by what it answered to `receiptProbes`; null: no known protocol calls it its receipt. */
export async function readReceipt(
  reader: ChainReader,
  token: Address,
  answers: readonly (Hex | null)[],
  isLender: IsLender,
): Promise<Receipt | null> {
  const [lent, pool, base, comptroller, underlying] = probed.map((functionName, index) => {
    const read = decoded(answers[index], (data) => decodeFunctionResult({ abi, functionName, data }));
    return read === null || read === zeroAddress ? null : lowerAddress(read);
  });
  if (lent != null && pool != null && (await isLender(pool))) {
    const data = encodeFunctionData({ abi, functionName: 'getReserveData', args: [lent] });
    const [reserve] = await reader.callContracts([{ to: pool, data }]);
    const kind = kindInReserve(reserve ?? null, token);
    return kind === null ? null : { kind, underlying: lent };
  }
  if (base != null && (await isLender(token))) return { kind: 'one-to-one', underlying: base };
  if (comptroller != null && (await isLender(comptroller))) {
    const data = encodeFunctionData({ abi, functionName: 'markets', args: [token] });
    const [market] = await reader.callContracts([{ to: comptroller, data }]);
    const isListed = decoded(market, (hex) =>
      decodeFunctionResult({ abi, functionName: 'markets', data: hex }),
    );
    // The market of the chain's own coin names no token.
    return isListed === true ? { kind: 'exchange-rate', underlying: underlying ?? zeroAddress } : null;
  }
  return null;
}

const wordBytes = 32;
const addressBytes = 20;
/**
 * By the words of a reserve's data, the place of its aToken: Aave 2 and Aave 3 have different ones. Its tokens of debts at a stable
 * and at a variable rate come next.
 */
const receiptPlaces: ReadonlyMap<number, number> = new Map([
  [12, 7],
  [15, 8],
]);

/** As what a pool names the token in a reserve's data; null: it does not. */
function kindInReserve(data: Hex | null, token: Address): Receipt['kind'] | null {
  const place = data === null ? undefined : receiptPlaces.get(size(data) / wordBytes);
  if (data === null || place === undefined) return null;
  const addressAt = (word: number): Address =>
    lowerAddress(slice(data, (word + 1) * wordBytes - addressBytes, (word + 1) * wordBytes));
  if (addressAt(place) === token) return 'one-to-one';
  return addressAt(place + 1) === token || addressAt(place + 2) === token ? 'debt' : null;
}
