import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseAddress } from '../../src/domain/address.ts';
import {
  assetId,
  balanceId,
  createTransferIds,
  idType,
  labelId,
  nftId,
  tokenId,
  transactionId,
  transferId,
  walletId,
} from '../../src/domain/ids.ts';
import type { Address, Hash } from '../../src/domain/model.ts';

const address: Address = '0x52908400098527886e0f7030069857d2e4169ee7';
const hash: Hash = `0x${'ab'.repeat(32)}`;

test('every id says its type and reads back as the key it was made from', () => {
  const transfer = { wallet: address, chainId: 137, hash, item: '2000000070000' + '1' };
  expect(transferId.decode(transferId.encode(transfer))).toEqual(transfer);
  const transaction = { wallet: address, chainId: 137, hash };
  expect(transactionId.decode(transactionId.encode(transaction))).toEqual(transaction);
  expect(walletId.decode(walletId.encode(address))).toEqual({ address });
  expect(labelId.decode(labelId.encode(address))).toEqual({ address });
  expect(tokenId.decode(tokenId.encode({ chainId: 1, address }))).toEqual({ chainId: 1, address });
  expect(assetId.decode(assetId.encode('usd-coin'))).toEqual({ slug: 'usd-coin' });
  const largest = { chainId: 1, address, tokenId: 2n ** 256n - 1n };
  expect(nftId.decode(nftId.encode(largest))).toEqual(largest);
  const balance = {
    wallet: address,
    chainId: 1,
    tokenAddress: address,
    period: 'YTD',
    method: 'WAC',
    currency: 'XDAI',
  } as const;
  expect(balanceId.decode(balanceId.encode(balance))).toEqual(balance);
  expect(idType(transferId.encode(transfer))).toBe('tfr');
  expect(idType('user_1')).toBeNull();
});

test('what is no id of the type reads as null, never as an exception', () => {
  const transfer = transferId.encode({ wallet: address, chainId: 1, hash, item: '00000000000000' });
  expect(transactionId.decode(transfer)).toBeNull();
  expect(transferId.decode(`${transfer}A`)).toBeNull();
  expect(transferId.decode(transfer.slice(0, -1))).toBeNull();
  fc.assert(
    fc.property(fc.string(), (text) => {
      for (const codec of [walletId, transferId, transactionId, tokenId, nftId, balanceId, labelId]) {
        expect(codec.decode(text)).toBeNull();
      }
    }),
    { seed: 1 },
  );
});

test('addresses: any one case is taken, mixed case must have a right EIP-55 checksum', () => {
  // The four spellings are test cases of EIP-55 itself.
  expect(parseAddress('0x52908400098527886E0F7030069857D2E4169EE7')).toEqual({ ok: true, address });
  expect(parseAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toEqual({
    ok: true,
    address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
  });
  const mistyped = parseAddress('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed');
  expect(mistyped).toMatchObject({ ok: false, problem: expect.stringContaining('checksum') });
  expect(parseAddress('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae')).toMatchObject({ ok: false });
  expect(parseAddress('vitalik.eth')).toMatchObject({
    ok: false,
    problem: expect.stringContaining('vitalik.eth'),
  });
});

test('ids of a page are those of its items one by one', () => {
  const hex = (digits: number) =>
    fc
      .array(fc.integer({ min: 0, max: 15 }), { minLength: digits, maxLength: digits })
      .map((values) => values.map((value) => value.toString(16)).join(''));
  const chains = fc.integer({ min: 0, max: 2 ** 31 - 1 });
  const items = fc.array(fc.record({ chainId: chains, hash: hex(64), item: hex(14) }), { maxLength: 5 });
  fc.assert(
    fc.property(hex(40), items, (digits, keys) => {
      const wallet: Address = `0x${digits}`;
      const idsOf = createTransferIds(wallet);
      for (const { chainId, hash: text, item } of keys) {
        const own: Hash = `0x${text}`;
        expect(idsOf({ chainId, hash: own, item })).toEqual({
          id: transferId.encode({ wallet, chainId, hash: own, item }),
          transactionId: transactionId.encode({ wallet, chainId, hash: own }),
        });
      }
    }),
  );
});
