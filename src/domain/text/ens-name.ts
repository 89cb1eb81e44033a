/** Names of the Ethereum Name Service as people and contracts write them: normalised by ENSIP-15, or refused. */

export type ParsedEnsName = { ok: true; name: string } | { ok: false; problem: string };

/** DNS's limit, which the service's resolvers have too: the name as bytes, with a length before each label. */
const longestNameBytes = 253;

/**
 * Whether a text is meant as a name and not as an address or a number: labels between dots, of which the last begins with a letter. The one place that decides it; what it answers
 * true for may still be refused.
 */
export const looksLikeEnsName = (text: string): boolean =>
  /^[^\s.,"'/]+(?:\.[^\s.,"'/]+)*\.\p{L}[^\s.,"'/]*$/u.test(text);

/**
 * Reads a name as a person types it: `Vitalik.ETH` becomes `vitalik.eth`. What ENSIP-15 refuses (letters of several scripts in one
 * label, characters without a sight) is refused, and so is a name that has an address as a label: it leads wherever its owner wants.
 */
export async function parseEnsName(text: string): Promise<ParsedEnsName> {
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  if (!looksLikeEnsName(text) || Buffer.byteLength(text) > longestNameBytes) {
    return { ok: false, problem: `'${shown}' is not a name such as vitalik.eth` };
  }
  if (/(?:^|\.)0x[\da-f]{40}(?:\.|$)/i.test(text)) {
    return { ok: false, problem: `'${shown}' is a name that looks like an address: give the address itself` };
  }
  // It brings curves that take a third of a second, a tenth of a start, and most services are never asked for a name.
  const { normalize } = await import('viem/ens');
  try {
    return { ok: true, name: normalize(text) };
  } catch {
    return { ok: false, problem: `'${shown}' is not a valid ENS name (ENSIP-15)` };
  }
}

/** The name that a reverse record holds, as it may be shown; null: it is not normalised, or would not be shown as it is. */
export async function recordedEnsName(text: string): Promise<string | null> {
  const parsed = await parseEnsName(text);
  return parsed.ok && parsed.name === text ? text : null;
}
