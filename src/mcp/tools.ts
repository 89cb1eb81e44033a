/** The tools, in the order in which agents see them: those that read, and those that change something. */
import { explain } from './explain/explain.ts';
import { activity } from './tools/activity.ts';
import { counterparties } from './tools/counterparties.ts';
import { gains } from './tools/gains.ts';
import { graphql } from './tools/graphql.ts';
import { holdings } from './tools/holdings.ts';
import { issues } from './tools/issues.ts';
import { portfolio } from './tools/portfolio.ts';
import { syncStatus } from './tools/sync-status.ts';
import type { Tool } from './tools/tool.ts';
import { correct } from './writes/correct.ts';
import { label } from './writes/label.ts';
import { register } from './writes/register.ts';

export const tools: readonly Tool[] = [
  ...[portfolio, holdings, activity, explain, gains, counterparties, issues, syncStatus, graphql],
];

/** For keys with the scope `write`, where the configuration allows it. */
export const writingTools: readonly Tool[] = [label, correct, register];
