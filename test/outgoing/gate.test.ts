/** Whether requests leave at all: what opens the breaker, what closes it, and what everyone waits for. */
import { describe, expect, test } from 'vitest';
import { createBreaker } from '../../src/outgoing/breaker.ts';
import { createGate, createGateRegistry, type GatePass } from '../../src/outgoing/gate.ts';
import { parseRetryAfter } from '../../src/outgoing/retry-after.ts';
import { createManualClock } from './manual-clock.ts';

describe('breaker', () => {
  function open() {
    const clock = createManualClock();
    const breaker = createBreaker({ clock, failures: 2, openMs: 60_000 });
    const enter = () => {
      const pass = breaker.enter();
      if (pass === null) throw new Error('it is open');
      return pass;
    };
    return { clock, breaker, enter };
  }

  test('only an answer to a request that was sent after it opened closes it', async () => {
    const { clock, breaker, enter } = open();
    const early = enter();
    breaker.open(600_000);
    early.succeeded();
    expect(breaker.isOpen).toBe(true);
    await clock.pass(600_000);
    const probe = enter();
    expect(breaker.enter()).toBeNull();
    probe.succeeded();
    expect(breaker.enter()).not.toBeNull();
  });

  test('failures of requests that were sent before it opened do not keep it open for longer', async () => {
    const { clock, breaker, enter } = open();
    const passes = [enter(), enter(), enter(), enter()];
    passes[0]?.failed();
    passes[1]?.failed();
    await clock.pass(30_000);
    passes[2]?.failed();
    passes[3]?.failed();
    expect(breaker.openForMs()).toBe(30_000);
  });

  test('an answer from before does not decide for the probe that is under way', async () => {
    const { clock, breaker, enter } = open();
    const early = enter();
    breaker.open(1000);
    await clock.pass(1000);
    const probe = enter();
    early.succeeded();
    early.failed();
    expect(breaker.enter()).toBeNull();
    probe.failed();
    expect(breaker.openForMs()).toBe(60_000);
  });

  test('it does not stay open for longer because the clock is set back', async () => {
    const { clock, breaker, enter } = open();
    await clock.pass(1_000_000);
    breaker.open(60_000);
    clock.set(0);
    expect(breaker.openForMs()).toBe(60_000);
    await clock.pass(60_000);
    enter().succeeded();
    expect(breaker.isOpen).toBe(false);
  });

  test('a probe that is given up leaves room for the next', async () => {
    const { clock, breaker, enter } = open();
    breaker.open(1000);
    await clock.pass(1000);
    enter().abandoned();
    expect(breaker.enter()).not.toBeNull();
  });
});

describe('gate', () => {
  const figures = { perSecond: 2, burst: 3, maximumWaitMs: 65_000 };
  function open() {
    const clock = createManualClock();
    const gate = createGate({ ...figures, clock, breaker: { failures: 5, openMs: 60_000 } });
    const entered: { at: number; pass: GatePass | null }[] = [];
    const ask = (count: number): void => {
      for (let index = 0; index < count; index += 1) {
        void gate.enter().then((pass) => entered.push({ at: clock.now(), pass }));
      }
    };
    return { clock, gate, entered, ask };
  }

  test('a Retry-After that is waited for holds up those who are in the queue already', async () => {
    const { clock, entered, ask } = open();
    ask(5);
    await clock.pass(0);
    expect(entered).toHaveLength(3);
    entered[0]?.pass?.failed(10_000);
    await clock.pass(60_000);
    expect(entered.map(({ at }) => at)).toEqual([0, 0, 0, 10_000, 10_525]);
  });

  test('a longer one turns them away, and no answer that was under way lets them in', async () => {
    const { clock, gate, entered, ask } = open();
    ask(5);
    await clock.pass(0);
    entered[0]?.pass?.failed(100_000);
    entered[1]?.pass?.succeeded();
    await clock.pass(60_000);
    expect(entered.slice(3).map(({ pass }) => pass)).toEqual([null, null]);
    expect(await gate.enter()).toBeNull();
    expect(gate.shutForMs()).toBe(40_000);
    await clock.pass(40_000);
    expect(gate.isShut).toBe(false);
    ask(1);
    await clock.pass(0);
    expect(entered[5]?.pass).not.toBeNull();
  });

  test('nobody is left alone for more than an hour on a server’s word', async () => {
    const { clock, gate, entered, ask } = open();
    ask(1);
    await clock.pass(0);
    entered[0]?.pass?.failed(999_999_999_000);
    expect(gate.shutForMs()).toBe(3_600_000);
  });

  test('chains with the same key share a gate, other keys and hosts have their own', () => {
    const { gateFor } = createGateRegistry(createManualClock());
    const account = { ...figures, host: 'api.etherscan.io', apiKey: 'one' };
    expect(gateFor(account)).toBe(gateFor(account));
    expect(gateFor({ ...account, apiKey: 'two' })).not.toBe(gateFor(account));
    expect(gateFor({ ...account, host: 'api.routescan.io' })).not.toBe(gateFor(account));
  });
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 0, 1);
  test.each([
    ['7', 7000],
    [' 0 ', 0],
    ['1.5', 1500],
    ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    ['-5', undefined],
    ['1e3', undefined],
    [null, undefined],
  ])('%j: %s ms', (header, expected) => {
    expect(parseRetryAfter(header, now)).toBe(expected);
  });
});
