/** `npm run meaning`: what classification says of decided cases, and what a change of its rules has changed. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { changesOf, decidedOnce, type Verdict } from '../../../scripts/meaning/verdict.ts';
import { recordedFolder } from './meaning/cases.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const run = promisify(execFile);
const command = (...args: string[]) =>
  run(process.execPath, [join(root, 'scripts', 'meaning', 'main.ts'), ...args], { cwd: root });

const sold: Verdict = {
  ...{ chainId: 1, hash: '0x01', account: '0xaa', expected: 'deposit', protocol: 'aave' },
  ...{ isRight: false, faults: ['own money as sold'] },
  ...{ kind: 'SEND', category: 'SEND', reason: 'the flows' },
  movements: ['outflow 5 of 0xbb: DISPOSAL'],
};
const held: Verdict = {
  ...sold,
  ...{ isRight: true, faults: [], kind: 'DEPOSIT', reason: 'event Supply (Aave) of 0xcc' },
  movements: ['outflow 5 of 0xbb: HELD held by 0xcc'],
};

describe('what a change of the rules has changed', () => {
  test('names each case with the lines that differ, and nothing of the others', () => {
    const other = { ...sold, hash: '0x02' };
    const changes = changesOf([sold, other], [held, other]);
    expect(changes.map(({ after, lines }) => ({ hash: after.hash, lines }))).toEqual([
      {
        hash: '0x01',
        lines: [
          '- SEND (SEND) by the flows: wrong',
          '- outflow 5 of 0xbb: DISPOSAL',
          '- own money as sold',
          '+ DEPOSIT (SEND) by event Supply (Aave) of 0xcc: right',
          '+ outflow 5 of 0xbb: HELD held by 0xcc',
        ],
      },
    ]);
  });

  test('what is said twice has changed', () => {
    const twice = { ...sold, movements: [...sold.movements, ...sold.movements] };
    expect(changesOf([sold], [twice])[0]?.lines).toEqual(['+ outflow 5 of 0xbb: DISPOSAL']);
  });

  test('a case that stands in two files counts once, and one of which nothing was decided not at all', () => {
    expect(decidedOnce([sold, held, { ...sold, hash: '0x03', expected: 'none' }])).toEqual([held]);
  });

  test('a transaction is another case of each account and chain, and a new one has not changed', () => {
    expect(changesOf([sold], [{ ...held, account: '0xab' }, { ...held, chainId: 10 }, sold])).toEqual([]);
  });
});

describe('the command', () => {
  test('counts a file of decided cases', async () => {
    const { stdout } = await command(join(recordedFolder, '10.json'));
    // Each recorded case is there because the rules of its protocol get it right.
    expect(stdout).toMatch(/^chain 10: (\d+) of \1 kinds right\nall: (\d+) of \2 kinds right\n$/);
  });

  test('says what is wrong with its arguments', async () => {
    await expect(command('nowhere.json')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There is no file nowhere.json.\nUsage: npm run meaning'),
    });
    await expect(command('--after', 'HEAD')).rejects.toMatchObject({ code: 2 });
  });
});
