/** Every line of reference/evm-checklist.md about logs. */
import { describe, expect, test } from 'vitest';
import type { ChainTransaction, Hash, Hex, Movement } from '../../../src/domain/model.ts';
import { chainRules } from '../../../src/domain/normalize/chain-rules.ts';
import { normalizeTransaction } from '../../../src/domain/normalize/normalize-transaction.ts';
import {
  account,
  accountEvent,
  addressTopic,
  chainTransaction,
  erc20Transfer,
  erc721Transfer,
  ether,
  internalCall,
  nft,
  numberTopic,
  router,
  stranger,
  token,
  topic,
  transferBatch,
  transferSingle,
  wallet,
  weth,
  zeroAddress,
} from '../support/chain-builders.ts';

const rules = chainRules(31337, { wrappedNative: weth });
const normalize = (transaction: ChainTransaction, own = rules) =>
  normalizeTransaction(transaction, wallet, own);

/** A movement in one line: 'l0.0 in erc20 5 from …bb'. */
function line({ item, side, standard, tokenId, amount, counterparty }: Movement): string {
  const key = {
    native: 'n',
    internal: `i${item.index}`,
    log: `l${item.index}.${item.batch}`,
    withdrawal: `w${item.index}`,
    mint: 'm',
    yield: 'y',
  };
  const id = tokenId === null ? '' : ` #${tokenId}`;
  return `${key[item.kind]} ${side === 'inflow' ? 'in' : 'out'} ${standard}${id} ${amount} ${counterparty.slice(-2)}`;
}
const lines = (transaction: ChainTransaction, own = rules) => normalize(transaction, own).movements.map(line);

describe('transfers of tokens', () => {
  test('Transfer topic with 3 topics + 32 bytes = ERC-20, 4 topics = ERC-721', () => {
    const logs = [erc20Transfer(stranger, wallet, 5n), erc721Transfer(wallet, stranger, 9n)];
    expect(lines(chainTransaction({ logs }))).toEqual(['l0.0 in erc20 5 bb', 'l1.0 out erc721 #9 1 bb']);
  });

  test('all-unindexed Transfer: 1 topic + 96 bytes is an ERC-20 amount, or the id of a contract known to do so', () => {
    const log = {
      address: token,
      topics: [topic('Transfer(address,address,uint256)')],
      data: `0x${[addressTopic(stranger), addressTopic(wallet), numberTopic(77n)].map((text) => text.slice(2)).join('')}`,
    } as const;
    const transaction = chainTransaction({ logs: [log] });
    expect(lines(transaction)).toEqual(['l0.0 in erc20 77 bb']);
    expect(lines(transaction, { ...rules, unindexedNfts: [token] })).toEqual(['l0.0 in erc721 #77 1 bb']);
  });

  test('CryptoPunks emits an ERC-20-shaped Transfer besides PunkTransfer: the punk counts, once', () => {
    const punkTransfer = {
      address: nft,
      topics: [topic('PunkTransfer(address,address,uint256)'), addressTopic(stranger), addressTopic(wallet)],
      data: numberTopic(8348n),
    };
    const logs = [erc20Transfer(stranger, wallet, 1n, nft), punkTransfer];
    expect(lines(chainTransaction({ logs }), { ...rules, punks: nft })).toEqual([
      'l1.0 in erc721 #8348 1 bb',
    ]);
  });

  test('CryptoPunks sold by accepted bid name no buyer: the Transfer before knows it', () => {
    const bought = {
      address: nft,
      topics: [
        topic('PunkBought(uint256,uint256,address,address)'),
        numberTopic(12n),
        addressTopic(stranger),
        addressTopic(zeroAddress),
      ],
      data: numberTopic(0n),
    };
    const logs = [erc20Transfer(stranger, wallet, 1n, nft), bought];
    expect(lines(chainTransaction({ logs }), { ...rules, punks: nft })).toEqual(['l1.0 in erc721 #12 1 bb']);
  });

  test('ERC-1155 single, ids up to 2^256−1', () => {
    const largest = 2n ** 256n - 1n;
    expect(lines(chainTransaction({ logs: [transferSingle(stranger, wallet, largest, 3n)] }))).toEqual([
      `l0.0 in erc1155 #${largest} 3 bb`,
    ]);
  });

  test('ERC-1155 batch with duplicate ids: one item per batch position', () => {
    const logs = [
      erc20Transfer(stranger, router, 1n),
      transferBatch(wallet, stranger, [4n, 4n, 5n], [1n, 2n, 3n]),
    ];
    expect(lines(chainTransaction({ logs }))).toEqual([
      'l1.0 out erc1155 #4 1 bb',
      'l1.1 out erc1155 #4 2 bb',
      'l1.2 out erc1155 #5 3 bb',
    ]);
  });

  test('mints and burns have the zero address as counterparty', () => {
    const logs = [erc20Transfer(zeroAddress, wallet, 5n), erc20Transfer(wallet, zeroAddress, 2n)];
    expect(lines(chainTransaction({ logs }))).toEqual(['l0.0 in erc20 5 00', 'l1.0 out erc20 2 00']);
  });

  test('fee-on-transfer: logs, never calldata', () => {
    // transfer(stranger, 100) in the calldata; the contract moved 97 and kept 3.
    const input = `0xa9059cbb${addressTopic(stranger).slice(2)}${numberTopic(100n).slice(2)}` as const;
    const logs = [erc20Transfer(wallet, stranger, 97n), erc20Transfer(wallet, token, 3n)];
    expect(lines(chainTransaction({ to: token, input, logs }))).toEqual([
      'l0.0 out erc20 97 bb',
      'l1.0 out erc20 3 e1',
    ]);
  });

  test('zero-value transfers are kept', () => {
    expect(lines(chainTransaction({ logs: [erc20Transfer(wallet, stranger, 0n)] }))).toEqual([
      'l0.0 out erc20 0 bb',
    ]);
  });

  test('self-transfer: both sides, out before in', () => {
    expect(lines(chainTransaction({ logs: [erc20Transfer(wallet, wallet, 5n)] }))).toEqual([
      'l0.0 out erc20 5 aa',
      'l0.0 in erc20 5 aa',
    ]);
  });

  test('identical transfers in one transaction are legitimate: the log index tells them apart', () => {
    const logs = [erc20Transfer(wallet, stranger, 5n), erc20Transfer(wallet, stranger, 5n)];
    expect(lines(chainTransaction({ logs }))).toEqual(['l0.0 out erc20 5 bb', 'l1.0 out erc20 5 bb']);
  });

  test('items are numbered from the first log of the transaction, whosever it is', () => {
    const logs = [
      { ...accountEvent('Anything', token, stranger, 1n), logIndex: 40 },
      { ...erc20Transfer(stranger, wallet, 5n), logIndex: 43 },
    ];
    expect(lines(chainTransaction({ logs }))).toEqual(['l3.0 in erc20 5 bb']);
  });

  test('transfers between others are no movements of the wallet', () => {
    expect(lines(chainTransaction({ logs: [erc20Transfer(stranger, router, 5n)] }))).toEqual([]);
  });
});

describe('WETH Deposit/Withdrawal without Transfer', () => {
  test('wrapping: the native value leaves to the wrapper and the wrapped token comes from it', () => {
    const logs = [accountEvent('Deposit', weth, wallet, ether)];
    expect(lines(chainTransaction({ to: weth, value: ether, logs }))).toEqual([
      `n out native ${ether} e4`,
      `l0.0 in erc20 ${ether} e4`,
    ]);
  });

  test('unwrapping: the native value comes by an internal call', () => {
    const logs = [accountEvent('Withdrawal', weth, wallet, ether)];
    const internalCalls = [internalCall(weth, wallet, ether)];
    expect(lines(chainTransaction({ to: weth, logs, internalCalls }))).toEqual([
      `i0 in native ${ether} e4`,
      `l0.0 out erc20 ${ether} e4`,
    ]);
  });

  test('a staking contract with the same event moves no token of its own', () => {
    const staking = account(0x57);
    const logs = [erc20Transfer(wallet, staking, 5n), accountEvent('Deposit', staking, wallet, 5n)];
    expect(lines(chainTransaction({ to: staking, logs }))).toEqual(['l0.0 out erc20 5 57']);
  });

  test('an unlisted wrapper counts where the same native value moved to it, each log by a move of its own', () => {
    const wrapper = account(0x77);
    const logs = [accountEvent('Deposit', wrapper, wallet, 5n), accountEvent('Deposit', wrapper, wallet, 5n)];
    expect(lines(chainTransaction({ to: wrapper, value: 5n, logs }))).toEqual([
      'n out native 5 77',
      'l0.0 in erc20 5 77',
    ]);
  });

  test('a wrapper that logs a Transfer as well (Arbitrum) counts once', () => {
    const logs = [
      erc20Transfer(zeroAddress, wallet, ether, weth),
      accountEvent('Deposit', weth, wallet, ether),
    ];
    expect(lines(chainTransaction({ to: weth, value: ether, logs }))).toEqual([
      `n out native ${ether} e4`,
      `l0.0 in erc20 ${ether} e4`,
    ]);
  });
});

describe('twin contracts that both log one move', () => {
  const twins = { ...rules, twins: [{ primary: token, mirror: account(0xe9) }] };

  test('Monerium EURe v1/v2: once, as the primary', () => {
    const logs = [erc20Transfer(wallet, stranger, 5n, account(0xe9)), erc20Transfer(wallet, stranger, 5n)];
    const { movements } = normalize(chainTransaction({ logs }), twins);
    expect(movements.map((movement) => [movement.tokenAddress, line(movement)])).toEqual([
      [token, 'l1.0 out erc20 5 bb'],
    ]);
  });

  test('what only the mirror logged, before its successor existed, is a move of the primary', () => {
    const logs = [erc20Transfer(wallet, stranger, 5n, account(0xe9))];
    expect(
      normalize(chainTransaction({ logs }), twins).movements.map((movement) => movement.tokenAddress),
    ).toEqual([token]);
  });

  test('Polygon 0x…1010 logs native moves: not a second asset', () => {
    const mirror = account(0x1010);
    const polygon = { ...rules, nativeMirrors: [mirror] };
    const logs = [erc20Transfer(wallet, stranger, ether, mirror)];
    const internalCalls = [internalCall(mirror, stranger, ether)];
    expect(lines(chainTransaction({ to: mirror, value: ether, logs, internalCalls }), polygon)).toEqual([
      `n out native ${ether} 10`,
    ]);
  });

  test('legacy OVM ETH minted without a native move is native, once', () => {
    const mirror = account(0xdead);
    const logs = [erc20Transfer(zeroAddress, wallet, ether, mirror)];
    const { movements } = normalize(chainTransaction({ from: stranger, logs }), {
      ...rules,
      nativeMirrors: [mirror],
    });
    expect(movements.map((movement) => [movement.tokenAddress, line(movement)])).toEqual([
      [zeroAddress, `l0.0 in native ${ether} 00`],
    ]);
  });
});

describe('malformed log data: skipped with a warning, never a crash', () => {
  const transferTopics = [
    topic('Transfer(address,address,uint256)'),
    addressTopic(stranger),
    addressTopic(wallet),
  ];
  const batchTopics = [
    topic('TransferBatch(address,address,address,uint256[],uint256[])'),
    addressTopic(stranger),
    addressTopic(stranger),
    addressTopic(wallet),
  ];
  const broken: [name: string, topics: readonly Hash[], data: Hex][] = [
    ['no data', transferTopics, '0x'],
    ['half a word', transferTopics, '0x1234'],
    ['two words', transferTopics, `0x${'00'.repeat(64)}`],
    [
      'a dirty address',
      [...transferTopics.slice(0, 2), `0x${'ff'.repeat(12)}${wallet.slice(2)}`],
      numberTopic(1n),
    ],
    ['a batch without arrays', batchTopics, '0x'],
    ['a batch that points beyond its end', batchTopics, `0x${'ff'.repeat(64)}`],
    ['a batch of unequal lengths', batchTopics, transferBatch(stranger, wallet, [1n, 2n], [1n]).data],
    [
      'a batch of absurd length',
      batchTopics,
      `0x${[64n, 64n, 2n ** 200n].map((value) => numberTopic(value).slice(2)).join('')}`,
    ],
  ];
  test.each(broken)('%s', (_, topics, data) => {
    const log = { address: token, topics, data };
    const { movements, warnings } = normalize(
      chainTransaction({ logs: [log, erc20Transfer(stranger, wallet, 5n)] }),
    );
    expect(movements.map(line)).toEqual(['l1.0 in erc20 5 bb']);
    expect(warnings).toEqual([`Transaction 0x${'12'.repeat(32)}: log 7 of ${token} cannot be read`]);
  });

  test('of others: skipped in silence', () => {
    const log = {
      address: token,
      topics: [topic('Transfer(address,address,uint256)')],
      data: '0x12',
    } as const;
    expect(normalize(chainTransaction({ logs: [log] })).warnings).toEqual([]);
  });
});
