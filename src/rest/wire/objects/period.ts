/** Periods by the words of the specification, as requests name them and answers say them. */
import { z } from 'zod';
import type { Period } from '../../../domain/ids.ts';

export const periodsByWord = {
  ...{ D: 'DAY', W: 'WEEK', M: 'MONTH', '3M': 'THREE_MONTHS' },
  ...{ YTD: 'YTD', '1YR': 'YEAR', Max: 'MAX' },
} as const satisfies Record<string, Period>;

const words = Object.fromEntries(Object.entries(periodsByWord).map(([word, period]) => [period, word]));

export const periodSchema = z
  .enum(Object.keys(periodsByWord))
  .meta({ description: 'Of the figures within the period, as it was asked for' });

export const periodWord = (period: Period): string => words[period] ?? period;
