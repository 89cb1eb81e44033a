/** Tokens of funds (Midas), which are exchanged at once or after a request: amounts in 18 decimals, fees apart, payments that name nobody. */
import { expect, test } from 'vitest';
import type { Address } from '../../../src/domain/model.ts';
import {
  account,
  erc20Transfer,
  type LogInput,
  stranger,
  token,
  wallet,
  zeroAddress,
} from '../support/chain-builders.ts';
import { classify, logged, protocol } from '../support/told.ts';

const [fund, taker, feeTaker, payer] = [account(0xd1), account(0xd2), account(0xd3), account(0xd4)];
/** Of a stablecoin of six decimals: 1000 and a fee of 5 are 1005, and in 18 decimals 10^12 times that. */
const scale = 10n ** 12n;
const paidIn = [erc20Transfer(wallet, taker, 1000n), erc20Transfer(wallet, feeTaker, 5n)];
const minted = erc20Transfer(zeroAddress, wallet, 900n, fund);

function booked(logs: readonly LogInput[], change: Parameters<typeof classify>[1] = {}) {
  const { kind, movements } = classify(logs, change);
  return [kind, ...movements.map(({ taxTreatment, settles }) => [taxTreatment, settles?.amount ?? null])];
}

const deposited = (amount: bigint, made: bigint) =>
  logged(
    'DepositInstant(address,address,uint256,uint256,uint256,uint256,bytes32)',
    [wallet, token],
    [1n, amount, 5n * scale, made, 0n],
  );

test('a deposit, of which a part is the fee', () => {
  const carried = ['CARRY', null];
  expect(booked([...paidIn, minted, deposited(1005n * scale, 900n)])).toEqual([
    ...['DEPOSIT', carried, carried, carried],
  ]);
  // In a batch the vault has no part in what moves.
  const batch = { from: stranger, to: wallet };
  expect(booked([...paidIn, minted, deposited(1005n * scale, 900n)], batch)[0]).toBe('DEPOSIT');
});

test('a deposit for somebody else', () => {
  const event = logged(
    'DepositInstantWithCustomRecipient(address,address,address,uint256,uint256,uint256,uint256,bytes32)',
    [wallet, token],
    [BigInt(stranger), 1n, 1005n * scale, 5n * scale, 900n, 0n],
  );
  const { kind, movements } = classify([...paidIn, erc20Transfer(zeroAddress, stranger, 900n, fund), event]);
  expect([kind, ...movements.map(({ heldBy }) => heldBy)]).toEqual(['DEPOSIT', null, null]);
  // Nothing is made for whom it names; something comes back for it; or the vault is not called.
  const made = erc20Transfer(zeroAddress, stranger, 900n, fund);
  const price = [...paidIn, made, event, erc20Transfer(taker, wallet, 7n, account(0xd5))];
  expect(classify([...paidIn, event]).kindReason).not.toContain('Midas');
  expect(classify(price).kindReason).not.toContain('Midas');
  expect(classify([...paidIn, made, event], { to: taker }).kindReason).not.toContain('Midas');
});

test('shares that were not made, or another amount, are no deposit', () => {
  for (const lie of [deposited(1006n * scale, 900n), deposited(1005n * scale, 901n)]) {
    expect(classify([...paidIn, minted, lie]).kindReason).not.toContain('Midas');
  }
  const bought = erc20Transfer(taker, wallet, 900n, fund);
  expect(classify([...paidIn, bought, deposited(1005n * scale, 900n)]).kind).toBe('SWAP');
  const elsewhere = erc20Transfer(zeroAddress, stranger, 900n, fund);
  expect(classify([...paidIn, elsewhere, bought, deposited(1005n * scale, 900n)]).kind).toBe('SWAP');
});

test('what is redeemed at once', () => {
  const event = logged(
    'RedeemInstant(address,address,uint256,uint256,uint256)',
    [wallet, token],
    [900n, 9n, 1000n * scale],
  );
  const logs = [erc20Transfer(wallet, feeTaker, 9n, fund), erc20Transfer(protocol, wallet, 1000n)];
  const burned = erc20Transfer(wallet, zeroAddress, 891n, fund);
  const { kind, kindReason, movements } = classify([...logs, burned, event]);
  expect([kind, kindReason]).toEqual(['WITHDRAW', `event RedeemInstant (Midas) of ${protocol}`]);
  expect(movements.map(({ taxTreatment }) => taxTreatment)).toEqual(['CARRY', 'CARRY', 'CARRY']);
  // Shares that go elsewhere are sold.
  const sold = erc20Transfer(wallet, taker, 891n, fund);
  expect(classify([...logs, sold, event]).kind).toBe('SWAP');
  const toVault = erc20Transfer(wallet, protocol, 891n, fund);
  expect(classify([...logs, toVault, event]).kind).toBe('SWAP');
});

test('a token of which every sale burns a part is sold', () => {
  // 900 leave, of which 1 is burned.
  const sold = [erc20Transfer(wallet, taker, 899n, fund), erc20Transfer(wallet, zeroAddress, 1n, fund)];
  const lie = logged(
    'RedeemInstant(address,address,uint256,uint256,uint256)',
    [wallet, token],
    [900n, 899n, 1000n * scale],
  );
  expect(classify([...sold, erc20Transfer(taker, wallet, 1000n), lie]).kindReason).not.toContain('Midas');
});

const waiting = logged(
  'RedeemRequest(uint256,address,address,uint256,uint256)',
  [7n, wallet, token],
  [900n, 9n],
);

test('what is requested waits, without the fee', () => {
  const logs = [erc20Transfer(wallet, feeTaker, 9n, fund), erc20Transfer(wallet, protocol, 891n, fund)];
  expect(booked([...logs, waiting])).toEqual(['WITHDRAW', ['DISPOSAL', null], ['HELD', null]]);
});

const approved = (id: bigint, by: Address = protocol) =>
  logged('ApproveRequest(uint256,uint256)', [id], [1n], by);
const byAdmin = { from: stranger, to: protocol };
const paid = (to: Address, amount: bigint) => erc20Transfer(payer, to, amount);
const burn = (amount: bigint) => erc20Transfer(protocol, zeroAddress, amount, fund);

test('what is paid for it, among others, ends that', () => {
  const logs = [
    ...[paid(stranger, 50n), burn(45n), approved(6n)],
    ...[paid(wallet, 1000n), burn(891n), approved(7n)],
  ];
  expect(booked(logs, byAdmin)).toEqual(['WITHDRAW', ['HELD', 891n]]);
});

test('what is paid otherwise is not', () => {
  // Nothing is burned right after it; or by somebody else than the vault that approves.
  expect(booked([paid(wallet, 1000n), paid(stranger, 50n), burn(45n), approved(6n)], byAdmin)).toEqual([
    ...['RECEIVE', ['ACQUISITION', null]],
  ]);
  expect(booked([paid(wallet, 1000n), burn(891n), approved(7n, account(0xd9))], byAdmin)[0]).toBe('RECEIVE');
  // Nor where the vault is not what is called, or the wallet gives something.
  const logs = [paid(wallet, 1000n), burn(891n), approved(7n)];
  expect(booked(logs, { from: stranger, to: stranger })).toEqual(['RECEIVE', ['ACQUISITION', null]]);
  expect(booked([erc20Transfer(wallet, payer, 5n, fund), ...logs])[0]).toBe('SWAP');
});
