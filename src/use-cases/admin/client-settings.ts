/** What can be set of a client. All values are texts. */
import { z } from 'zod';
import { fiatCurrencies } from '../../domain/ids.ts';
import { inputRefused } from '../../errors.ts';
import { limitSettings } from '../../store/clients/client-limits.ts';

/** What can be set, and to what; the first is what holds when nothing is set. */
export const choiceSettings = {
  ownTransfers: ['carry', 'realize'],
  receiptTokens: ['carry', 'realize'],
  liquidityTokens: ['realize', 'carry'],
  deposits: ['carry', 'realize'],
  reportingCurrency: ['USD', ...fiatCurrencies],
} as const satisfies Record<string, readonly string[]>;

/** Numbers: units that each key of the client may use, where the key itself has no quota, and what the client may store. */
export const quotaSettings = ['dailyQuota', 'monthlyQuota'] as const;
const numberSettings: readonly string[] = [...quotaSettings, ...Object.values(limitSettings)];
/** Takes a number back. */
export const noQuota = 'none';

const storedSettings = z.record(z.string(), z.string()).catch({});

export const settingsOf = (stored: unknown): Record<string, string> => storedSettings.parse(stored);

export const isQuota = (text: string): boolean => /^[1-9]\d{0,11}$/.test(text);

/** What is stored after the changes. Throws BAD_INPUT naming everything that is wrong. */
export function changedSettings(
  stored: unknown,
  changes: Readonly<Record<string, string>>,
): Record<string, string> {
  const problems = Object.entries(changes).flatMap(([name, value]) => {
    const message = settingProblem(name, value);
    return message === null ? [] : [{ path: `settings.${name.slice(0, 60)}`, message }];
  });
  if (problems.length > 0) throw inputRefused(problems);
  return Object.fromEntries(
    Object.entries({ ...settingsOf(stored), ...changes }).filter(
      ([name, value]) => !(numberSettings.includes(name) && value === noQuota),
    ),
  );
}

function settingProblem(name: string, value: string): string | null {
  if (numberSettings.includes(name)) {
    if (value === noQuota || isQuota(value)) return null;
    return `${name}: '${value.slice(0, 60)}' is not a whole number from 1 to 999999999999, nor ${noQuota}`;
  }
  const allowed: readonly string[] | undefined = Object.entries(choiceSettings).find(
    ([setting]) => setting === name,
  )?.[1];
  if (allowed === undefined) {
    const known = [...Object.keys(choiceSettings), ...numberSettings].join(', ');
    return `'${name.slice(0, 60)}' is not a setting; settings are: ${known}`;
  }
  if (allowed.includes(value)) return null;
  const choices = allowed.length === 2 ? allowed.join(' or ') : `one of ${allowed.join(', ')}`;
  return `${name} cannot be '${value.slice(0, 60)}': ${choices} is expected`;
}
