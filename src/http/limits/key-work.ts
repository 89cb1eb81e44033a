/**
 * The account of a request. It takes units off the key's limits before something is done, weighs statements by their time once
 * they have run, and gives them their turn. So one key's large questions cannot keep others waiting, however they are put.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { RetryableError } from '../../errors.ts';
import { itemsPerUnit, rowsPerUnit, statementMsPerUnit } from './request-units.ts';
import { createTurns, type Turns } from './turns.ts';

export interface KeyWorkLimits {
  /** Statements of one key at once in this process: a part of the connections, so that other keys always find one. */
  statementsAtOnce: number;
  /** Those that go through many rows. */
  largeReadingsAtOnce: number;
  /** Statements and large readings of one key that may wait. */
  waiting: number;
  /** Time of statements that a unit pays for. */
  statementMsPerUnit: number;
}

/** Of the 16 connections of a process, and of usual processors. */
const usualLimits: KeyWorkLimits = {
  ...{ statementsAtOnce: 8, largeReadingsAtOnce: 2, waiting: 500 },
  statementMsPerUnit,
};

/** So many rows make a reading a large one. */
const largeReading = rowsPerUnit;
/** A pause of an answer that goes on, at most: what else the key owes, its next request pays. */
const longestPauseSeconds = 30;

/** Whose account it is, as the key's limits have it. */
export interface KeyPurse {
  keyId: string;
  /** Takes units off the key's limits; throws PublicError when they are not there. */
  charge(units: number): Promise<void>;
  /** Takes them in any case; answers the seconds until nothing is owed. */
  owe(units: number): number;
}

export interface RequestAccount {
  readonly keyId: string;
  /** What the request has weighed so far by what it asked for, without the time of its statements, which is never the same. */
  units(): number;
  charge(units: number): Promise<void>;
  enter(signal: AbortSignal): Promise<(milliseconds: number) => void>;
  readRows<Result>(rows: number, signal: AbortSignal, run: () => Promise<Result>): Promise<Result>;
  begin(): void;
  pace(items: number, signal: AbortSignal): Promise<void>;
  /** Takes units off the key's limits in any case, and waits as long as they ask for; what follows is charged as ever. */
  oweAndWait(units: number, signal: AbortSignal): Promise<void>;
}

export interface KeyWork {
  /** A new request's account. */
  open(purse: KeyPurse): RequestAccount;
}

export function createKeyWork(others: Partial<KeyWorkLimits> = {}): KeyWork {
  const limits = { ...usualLimits, ...others };
  const { statementsAtOnce, largeReadingsAtOnce, waiting: maximumWaiting } = limits;
  const statements = createTurns({ atOnce: statementsAtOnce, maximumWaiting });
  const largeReadings = createTurns({ atOnce: largeReadingsAtOnce, maximumWaiting });
  return { open: (purse) => openAccount(purse, { statements, largeReadings, limits }) };
}

interface Turnstiles {
  statements: Turns;
  largeReadings: Turns;
  limits: KeyWorkLimits;
}

/** One request's account. */
interface Account extends Turnstiles {
  readonly purse: KeyPurse;
  units: number;
  rowsRead: number;
  unitsOfRows: number;
  milliseconds: number;
  unitsOfTime: number;
  /** The answer has begun: nothing can be refused any more. */
  isUnderWay: boolean;
}

async function charge(account: Account, more: number): Promise<void> {
  const { purse } = account;
  await purse.charge(more);
  account.units += more;
}

/** By all rows of the request, so that many readings below a unit are not free. */
async function chargeRows(account: Account, rows: number): Promise<void> {
  const { purse } = account;
  account.rowsRead += rows;
  const due = Math.floor(account.rowsRead / rowsPerUnit) - account.unitsOfRows;
  account.unitsOfRows += due;
  if (due <= 0) return;
  try {
    await charge(account, due);
  } catch (error) {
    // Parts of one request may be refused many times over, and each refusal is work: without its price, asking again at once
    // would cost the process more than the answers.
    account.units += 1;
    purse.owe(1);
    throw error;
  }
}

async function oweAndWait(account: Account, due: number, signal: AbortSignal): Promise<void> {
  const { purse } = account;
  account.units += due;
  const seconds = Math.min(purse.owe(due), longestPauseSeconds);
  if (seconds === 0) return;
  await delay(seconds * 1000, undefined, { signal }).catch(() => {
    throw new RetryableError('the request was given up');
  });
}

async function enter(account: Account, signal: AbortSignal): Promise<(milliseconds: number) => void> {
  const { purse } = account;
  const leave = await account.statements.enter(purse.keyId, signal);
  return (took) => {
    leave();
    account.milliseconds += took;
    const due =
      Math.ceil(account.milliseconds / account.limits.statementMsPerUnit) -
      account.units -
      account.unitsOfTime;
    if (due <= 0) return;
    account.unitsOfTime += due;
    purse.owe(due);
  };
}

async function readRows<Result>(
  account: Account,
  rows: number,
  signal: AbortSignal,
  run: () => Promise<Result>,
): Promise<Result> {
  const { purse } = account;
  // The time of a file's statements is counted as it goes: a search of which each page reads on is paid for once.
  if (!account.isUnderWay) await chargeRows(account, rows);
  if (rows < largeReading) return run();
  const leave = await account.largeReadings.enter(purse.keyId, signal);
  try {
    return await run();
  } finally {
    leave();
  }
}

function openAccount(purse: KeyPurse, turnstiles: Turnstiles): RequestAccount {
  const account: Account = {
    ...{ ...turnstiles, purse, units: 0, rowsRead: 0, unitsOfRows: 0 },
    ...{ milliseconds: 0, unitsOfTime: 0, isUnderWay: false },
  };
  return {
    enter: (signal) => enter(account, signal),
    readRows: (rows, signal, run) => readRows(account, rows, signal, run),
    keyId: purse.keyId,
    units: () => account.units,
    charge: (units) => charge(account, units),
    begin() {
      account.isUnderWay = true;
    },
    async pace(items, signal) {
      account.isUnderWay = true;
      await oweAndWait(account, Math.ceil(items / itemsPerUnit), signal);
    },
    oweAndWait: (units, signal) => oweAndWait(account, units, signal),
  };
}
