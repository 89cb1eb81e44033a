import { adminDescriptions } from './admin.ts';
import { figureDescriptions } from './figures.ts';
import { historyDescriptions } from './history.ts';
import { lookupDescriptions } from './lookups.ts';
import { memberDescriptions } from './members.ts';
import { serviceDescriptions } from './service.ts';
import { valueDescriptions } from './values.ts';

/** By coordinate, of all parts of the schema. */
export const descriptions = {
  ...lookupDescriptions,
  ...historyDescriptions,
  ...figureDescriptions,
  ...valueDescriptions,
  ...adminDescriptions,
  ...memberDescriptions,
  ...serviceDescriptions,
};
