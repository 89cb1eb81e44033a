/** What a comparison of two files says in words. */
import { counted } from '../../../money/format.ts';
import { cutMiddle } from '../../../money/names.ts';
import type { Comparison, Line, LineNames } from './compare-files.ts';

/** From where two texts are told: notes are long, and may differ at their ends. */
export function firstDifference(was: string, is: string): number {
  const most = Math.min(was.length, is.length);
  let at = 0;
  while (at < most && was[at] === is[at]) at += 1;
  return at > 60 ? at - 20 : 0;
}

/** A cell, or its part from there on. */
export function cellText(text: string, from: number): string {
  if (text === '') return '(empty)';
  return `${from > 0 ? '…' : ''}${cutMiddle(text.slice(from), 120)}`;
}

/** All of it in a sentence. */
export function sentenceOf({ same, changed, gone, added, onlySaved, onlyNow }: Comparison): string {
  const others = changed.length + gone.length + added.length;
  const where = onlySaved.length + onlyNow.length > 0 ? ' in the columns of both' : '';
  if (others === 0) return `Nothing has changed${where}: ${counted(same, 'line')}, each as in the file.`;
  const found = [
    ...(changed.length > 0 ? [`${counted(changed.length, 'line')} changed`] : []),
    ...(gone.length > 0 ? [`${counted(gone.length, 'line')} gone`] : []),
    ...(added.length > 0 ? [`${counted(added.length, 'line')} new`] : []),
    `${counted(same, 'line')} as in the file`,
  ];
  const hint =
    others > 1 && others > same
      ? ' Are the wallets, and all that can be chosen, as they were when it was saved?'
      : '';
  return `It has changed: ${found.join(', ')}.${hint}`;
}

/** How a line is called in a list of lines. */
export const describeLine = ({ columns }: Comparison, { calledBy }: LineNames, { cells }: Line): string =>
  calledBy
    .map((column) => cutMiddle(cells[columns.indexOf(column)] ?? '', 40))
    .filter((text) => text !== '')
    .join(' · ');
