/** The ordered list of rules: the first that applies decides. A new rule is one file and one line here. */
import type { Rule } from '../evidence/rule.ts';
import { bridgeIn } from './bridge-in.ts';
import { bridgeOut } from './bridge-out.ts';
import { credit } from './credit.ts';
import { deployment } from './deployment.ts';
import { failed } from './failed.ts';
import { mint } from './mint.ts';
import { nothingMoved } from './nothing-moved.ts';
import { receiptToken } from './receipt-token.ts';
import { receive } from './receive.ts';
import { selfTransfer } from './self-transfer.ts';
import { send } from './send.ts';
import { swap } from './swap.ts';
import { wrapping } from './wrapping.ts';

export const rules: readonly Rule[] = [
  failed,
  credit,
  deployment,
  selfTransfer,
  wrapping,
  nothingMoved,
  mint,
  receiptToken,
  swap,
  bridgeOut,
  send,
  bridgeIn,
  receive,
];
