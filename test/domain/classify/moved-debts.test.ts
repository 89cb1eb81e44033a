/**
 * A debt that somebody else moves to another lending pool: a loan of the new pool, on the wallet's behalf, pays the old one's back. The
 * wallet sees neither, only both tokens. Logs as Pool and VariableDebtToken of aave-v3-core write them.
 */
import { expect, test } from 'vitest';
import {
  account,
  addressTopic,
  chainTransaction,
  erc20Transfer,
  type LogInput,
  namingEvent,
  numberTopic,
  topic,
  wallet,
  words,
  zeroAddress,
} from '../support/chain-builders.ts';
import { classifyCase } from './meaning/judge.ts';

const [oldPool, newPool, mover] = [account(0xc1), account(0xc2), account(0xc3)];
const [asset, oldDebt, newDebt] = [account(0xe1), account(0xe2), account(0xe3)];

const index = 10n ** 27n;
const borrowed = (amount: bigint): LogInput[] => [
  erc20Transfer(zeroAddress, wallet, amount, newDebt),
  namingEvent(
    newDebt,
    'Mint(address,address,uint256,uint256,uint256)',
    [mover, wallet],
    words(amount, 0n, index),
  ),
  // Not indexed: who asked for it, how much, the mode, the rate.
  {
    address: newPool,
    topics: [
      topic('Borrow(address,address,address,uint256,uint8,uint256,uint16)'),
      ...[addressTopic(asset), addressTopic(wallet), numberTopic(0n)],
    ],
    data: words(BigInt(mover), amount, 2n, 0n),
  },
];
const repaid = (amount: bigint): LogInput[] => [
  erc20Transfer(wallet, zeroAddress, amount, oldDebt),
  namingEvent(
    oldDebt,
    'Burn(address,address,uint256,uint256,uint256)',
    [wallet, zeroAddress],
    words(amount, 0n, index),
  ),
  namingEvent(
    oldPool,
    'Repay(address,address,address,uint256,bool)',
    [asset, wallet, mover],
    words(amount, 0n),
  ),
];

function treatmentsOf(logs: readonly LogInput[]) {
  const transaction = chainTransaction({ from: wallet, to: mover, input: '0x12345678', logs });
  const { movements } = classifyCase({ chainId: 31337, account: wallet, transaction, tokens: new Map() });
  return movements.map(({ movement, taxTreatment }) => [movement.tokenAddress, taxTreatment]);
}

test('neither token is an asset', () => {
  expect(treatmentsOf([...borrowed(1_000_500n), ...repaid(1_000_000n)])).toEqual([
    [newDebt, 'LIABILITY'],
    [oldDebt, 'LIABILITY'],
  ]);
});

test('a loan that the wallet gets is one still', () => {
  const paid = erc20Transfer(newDebt, wallet, 1_000_000n, asset);
  expect(treatmentsOf([...borrowed(1_000_000n), paid])).toEqual([
    [newDebt, 'LIABILITY'],
    [asset, 'ACQUISITION'],
  ]);
});
