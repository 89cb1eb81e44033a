/** Names that an explorer gives to called functions: `transfer(address _to, uint256 _value)`, or the bare name. */
import { parseAbiItem, toFunctionSelector } from 'viem/utils';
import type { Hex } from '../../../domain/model.ts';

/** Longer than any name that is meant to be read. */
const nameShape = /^([A-Za-z_$][\w$]{0,99})(\(.*\))?$/s;

/**
 * The name as it may be shown; null where there is none, or where it stands for another selector than the one that was called. One
 * that cannot be checked (a bare name, a tuple without its parts) is shown, as it classifies nothing.
 */
export function shownFunctionName(given: string | null, input: Hex): string | null {
  const [signature, name, parameters] = nameShape.exec(given?.trim() ?? '') ?? [];
  if (signature === undefined || name === undefined || input.length < 10) return null;
  const selector = parameters === undefined ? null : selectorOf(signature);
  return selector === null || selector === input.slice(0, 10) ? name : null;
}

/** null: not to be told from what is given. */
function selectorOf(signature: string): Hex | null {
  if (/\btuple\b/.test(signature)) return null;
  try {
    const item = parseAbiItem(`function ${signature}`);
    return item.type === 'function' ? toFunctionSelector(item) : null;
  } catch {
    return null;
  }
}
