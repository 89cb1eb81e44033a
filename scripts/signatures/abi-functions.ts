/** Functions of ABIs, wherever they stand in a file: as JSON, or as an object literal of a script. No foreign code runs. */
import { toFunctionSignature } from 'viem/utils';
import { z } from 'zod';

interface Parameter {
  readonly type: string;
  readonly components?: readonly Parameter[] | undefined;
}
const parameterSchema: z.ZodType<Parameter> = z.lazy(() =>
  z.object({
    type: z.string().regex(/^[a-z]+\d*(\[\d*\])*$/),
    components: z.array(parameterSchema).optional(),
  }),
);
const functionSchema = z.object({
  type: z.literal('function'),
  name: z.string().regex(/^[A-Za-z]\w{0,99}$/),
  inputs: z.array(parameterSchema),
  stateMutability: z.string().optional(),
  /** Of ABIs from before `stateMutability`. */
  constant: z.boolean().optional(),
});

/** An ABI's entry is shorter. */
const longestEntry = 20_000;

/** Canonical signatures of the functions of a file that change state: only such are called in transactions. */
export function functionSignatures(text: string): Set<string> {
  const found = new Set<string>();
  for (const { index } of text.matchAll(/type\\?["']?\s*:\s*\\?["']function\\?["']/g)) {
    const signature = signatureOf(enclosingObject(text, index));
    if (signature !== null) found.add(signature);
  }
  return found;
}

/** The text of the innermost braces around a place; null where there are none near it. */
function enclosingObject(text: string, place: number): string | null {
  const start = outwards(text, place, -1, '{', '}');
  const end = outwards(text, place, 1, '}', '{');
  return start === null || end === null ? null : text.slice(start, end + 1);
}

function outwards(text: string, place: number, step: 1 | -1, sought: string, opposite: string) {
  let depth = 0;
  for (let index = place; Math.abs(index - place) < longestEntry; index += step) {
    const character = text[index];
    if (character === undefined) return null;
    if (character === opposite) depth += 1;
    if (character !== sought) continue;
    if (depth === 0) return index;
    depth -= 1;
  }
  return null;
}

function signatureOf(literal: string | null): string | null {
  const entry = functionSchema.safeParse(parsed(literal ?? ''));
  if (!entry.success) return null;
  const { name, inputs, stateMutability, constant } = entry.data;
  if (stateMutability === 'view' || stateMutability === 'pure' || constant === true) return null;
  try {
    const full = { name, inputs, type: 'function', outputs: [], stateMutability: 'nonpayable' } as const;
    return toFunctionSignature(full);
  } catch {
    return null;
  }
}

/** The value of an object literal of plain texts and booleans; undefined for all else. */
function parsed(literal: string): unknown {
  const json = literal
    .replaceAll('\\"', '"')
    .replace(/'([^'"\\]*)'/g, '"$1"')
    .replace(/([{,]\s*)([A-Za-z_]\w*)\s*:/g, '$1"$2":')
    .replaceAll('!0', 'true')
    .replaceAll('!1', 'false')
    .replace(/,(\s*[}\]])/g, '$1');
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
