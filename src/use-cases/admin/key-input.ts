/** What may be asked of a new key, and what is said of what may not. */
import { parseAddress } from '../../domain/address.ts';
import type { Address } from '../../domain/model.ts';
import { textProblem } from '../../domain/text/client-text.ts';
import { type InputProblem, inputRefused, type PublicError, problemText } from '../../errors.ts';
import type { PublishableBounds } from '../../store/clients/api-key-rows.ts';
import { originProblem } from '../access/origins.ts';

const longestName = 100;
export const mostOrigins = 20;
/** As many as make a portfolio to show; the whole of a client is no list for a page. */
export const mostWallets = 100;
/** Two pages of items a second, for as long as somebody looks. */
export const usualAddressUnits = 120;
export const mostAddressUnits = 1_000_000;

/** What a publishable key is to be bound to, as it is given. */
export interface BoundsInput {
  origins: readonly string[];
  wallets: readonly string[];
  /** Units that one address may use in a minute; default 120. */
  addressUnits?: number | undefined;
}

/** 1 to 100 visible characters, trimmed. Throws BAD_INPUT. */
export function checkedName(text: string): string {
  const name = text.trim();
  const problem =
    name === '' || name.length > longestName ? `needs 1 to ${longestName} characters` : textProblem(name);
  if (problem === null) return name;
  throw refusal([{ path: 'name', message: `the name ${problem}` }]);
}

/** Throws BAD_INPUT that names the first of what is wrong. */
export function checkedBounds({
  origins,
  wallets,
  addressUnits = usualAddressUnits,
}: BoundsInput): PublishableBounds {
  const problems: InputProblem[] = [
    ...countProblem('origins', origins.length, mostOrigins),
    ...countProblem('wallets', wallets.length, mostWallets),
    ...origins.slice(0, mostOrigins).flatMap((origin) => {
      const message = originProblem(origin);
      return message === null ? [] : [{ path: 'origins', message }];
    }),
  ];
  const read: Address[] = [];
  for (const text of wallets.slice(0, mostWallets)) {
    const parsed = parseAddress(text);
    if (parsed.ok) read.push(parsed.address);
    else problems.push({ path: 'wallets', message: parsed.problem });
  }
  if (!Number.isInteger(addressUnits) || addressUnits < 1 || addressUnits > mostAddressUnits) {
    const message = `a whole number from 1 to ${mostAddressUnits} is expected`;
    problems.push({ path: 'address_units', message });
  }
  if (problems.length > 0) throw refusal(problems);
  return { origins: [...new Set(origins)], wallets: [...new Set(read)], addressUnits };
}

export const refusal = (problems: readonly InputProblem[]): PublicError =>
  inputRefused(problems, problemText);

function countProblem(path: string, count: number, most: number): InputProblem[] {
  if (count >= 1 && count <= most) return [];
  return [{ path, message: `a publishable key needs 1 to ${most} of them, ${count} were given` }];
}
