/** The cost methods. A new one is a file with an Inventory, a name in domain/ids.ts and a line here. */
import type { CostMethod } from '../../ids.ts';
import { createFifo } from './fifo.ts';
import { createHifo } from './hifo.ts';
import type { Inventory } from './inventory.ts';
import { createLifo } from './lifo.ts';
import { createWeightedAverage } from './weighted-average.ts';

export const inventoryOf = {
  FIFO: createFifo,
  LIFO: createLifo,
  WAC: createWeightedAverage,
  HIFO: createHifo,
} satisfies Record<CostMethod, () => Inventory>;
