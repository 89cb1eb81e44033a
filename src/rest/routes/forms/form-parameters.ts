/** Parameters that tax forms share, and how their files are named. */
import { z } from 'zod';
import { gasLineChoices } from '../../../domain/accounting/form-lines.ts';
import * as parameters from '../../parameters.ts';

export const formYear = parameters
  .wholeNumber(1970, 2099)
  .meta({
    ...{ type: 'integer', minimum: 1970, maximum: 2099 },
    description: 'Only what was disposed of in this calendar year',
  })
  .optional();

export const gasLines = parameters
  .choice(
    parameters.named(gasLineChoices),
    'Network fees: summed up in a line for each wallet, token, term and month or year, or each by itself',
  )
  .prefault('month');

export const formText = z.string().meta({
  description: 'The whole form, RFC 4180 with a line of column names; streamed',
});

/** What the figures depend on, so that files of two methods or zones are told apart: `form-8949-2025-FIFO-America-New_York.csv`. */
export const fileNameOf = (parts: readonly (string | number | undefined)[]): string =>
  `${parts.filter((part) => part !== undefined).join('-')}.csv`.replaceAll(/[^\w.+-]/g, '-');
