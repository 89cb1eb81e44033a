/** What is set aside, why, and what never is. */
import { describe, expect, test } from 'vitest';
import { classifyTransaction } from '../../../src/domain/classify/classify-transaction.ts';
import { type BalanceProof, createClassifyContext } from '../../../src/domain/classify/evidence/context.ts';
import { holdsUrl, skeleton } from '../../../src/domain/classify/evidence/names.ts';
import { chainRules } from '../../../src/domain/normalize/chain-rules.ts';
import { normalizeTransaction } from '../../../src/domain/normalize/normalize-transaction.ts';
import {
  account,
  accountEvent,
  addressTopic,
  approval,
  chainTransaction,
  erc20Transfer,
  erc721Transfer,
  internalCall,
  type LogInput,
  nft,
  numberTopic,
  otherToken,
  router,
  stranger,
  token,
  topic,
  wallet,
} from '../support/chain-builders.ts';

interface Known {
  symbol?: string;
  name?: string;
  hasApproved?: boolean;
  hasUsed?: readonly string[];
  proof?: BalanceProof;
}

function reasons(change: Parameters<typeof chainTransaction>[0], known: Known = {}): (string | null)[] {
  const { symbol = 'HAMSTR', name = 'Moon Hamster', hasApproved, hasUsed = [], proof } = known;
  const context = createClassifyContext({
    wrappedNative: null,
    nativeSymbol: 'ETH',
    trustedTokens: new Map([[token, { symbol: 'USDC' }]]),
    metadata: (address) =>
      address === token ? { name: 'USD Coin', symbol: 'USDC', decimals: 6 } : { name, symbol, decimals: 18 },
    ...(hasApproved === undefined ? {} : { hasApproved: () => hasApproved }),
  });
  const normalized = normalizeTransaction(chainTransaction(change), wallet, chainRules(31337));
  const proven = {
    ...context,
    hasUsed: (contract: string) => hasUsed.includes(contract),
    balanceProof: () => proof,
  };
  return classifyTransaction(normalized, proven).movements.map((item) => item.spamReason);
}

const notMine = { from: stranger, to: router, input: '0x12345678' } as const;
const out = [erc20Transfer(wallet, stranger, 5n, otherToken)];
const arriving = [erc20Transfer(stranger, wallet, 5n, otherToken)];

describe('forged', () => {
  test('leaves the wallet in a transaction it did not send, in an untrusted token it never approved', () => {
    expect(reasons({ ...notMine, logs: out })).toEqual(['forged']);
    expect(reasons({ ...notMine, logs: out }, { hasApproved: false })).toEqual(['forged']);
  });

  test('not when approved before, or in this transaction, or when the token is trusted', () => {
    expect(reasons({ ...notMine, logs: out }, { hasApproved: true })).toEqual([null]);
    expect(reasons({ ...notMine, logs: [approval(wallet, router, 5n, otherToken), ...out] })).toEqual([null]);
    expect(reasons({ ...notMine, logs: [erc20Transfer(wallet, stranger, 5n)] })).toEqual([null]);
  });

  test('a listed NFT that was bought and paid for is no forgery', () => {
    const sold = {
      ...notMine,
      internalCalls: [internalCall(router, wallet, 9n)],
      logs: [erc721Transfer(wallet, stranger, 1n, nft)],
    };
    expect(reasons(sold)).toEqual([null, null]);
    expect(reasons(sold, { hasApproved: false })).toEqual([null, 'forged']);
  });

  test('what the balances say decides, whatever was approved', () => {
    expect(reasons({ ...notMine, logs: out }, { hasApproved: false, proof: 'moved' })).toEqual([null]);
    expect(reasons({ ...notMine, logs: out }, { hasApproved: true, proof: 'unmoved' })).toEqual(['forged']);
    const approved = [approval(wallet, router, 5n, otherToken), ...out];
    expect(reasons({ ...notMine, logs: approved }, { proof: 'unmoved' })).toEqual(['forged']);
    expect(reasons({ ...notMine, logs: arriving })).toEqual([null]);
    expect(reasons({ ...notMine, logs: arriving }, { proof: 'unmoved' })).toEqual(['forged']);
  });

  test('a token that is spam by its own words proves nothing, and one that is trusted needs no proof', () => {
    const spam = { symbol: 'USDC', proof: 'moved' } as const;
    expect(reasons({ ...notMine, logs: out }, spam)).toEqual(['forged']);
    expect(reasons({ ...notMine, logs: arriving }, spam)).toEqual(['airdrop']);
    const trusted = [erc20Transfer(wallet, stranger, 5n), erc20Transfer(stranger, wallet, 5n)];
    expect(reasons({ ...notMine, logs: trusted }, { proof: 'unmoved' })).toEqual([null, null]);
    expect(reasons({ from: wallet, logs: out }, { proof: 'unmoved' })).toEqual([null]);
  });

  test('a forged self-transfer is forged on both sides', () => {
    expect(reasons({ ...notMine, logs: [erc20Transfer(wallet, wallet, 5n, otherToken)] })).toEqual([
      'forged',
      'forged',
    ]);
  });
});

describe('zero-value', () => {
  test('poisoning, through trusted tokens too', () => {
    expect(reasons({ ...notMine, logs: [erc20Transfer(wallet, stranger, 0n)] })).toEqual(['zero-value']);
    expect(reasons({ ...notMine, logs: [erc20Transfer(stranger, wallet, 0n, otherToken)] })).toEqual([
      'zero-value',
    ]);
  });

  test('not when the wallet sent it itself', () => {
    expect(reasons({ to: token, input: '0xa9059cbb', logs: [erc20Transfer(wallet, stranger, 0n)] })).toEqual([
      null,
    ]);
  });
});

describe('airdrop', () => {
  const mailing = (recipients: number): LogInput[] => [
    ...Array.from({ length: recipients - 1 }, (_, index) =>
      erc20Transfer(stranger, account(1000 + index), 5n, otherToken),
    ),
    ...arriving,
  ];

  test('an untrusted token with many recipients', () => {
    expect(reasons({ ...notMine, logs: mailing(8) })).toEqual(['airdrop']);
    expect(reasons({ ...notMine, logs: mailing(7) })).toEqual([null]);
  });

  test('not what a contract pays to many that the wallet used before, if it was called for it', () => {
    const payout = mailing(50).map((log) => ({
      ...log,
      topics: log.topics?.with(1, addressTopic(router)) ?? [],
    }));
    const used = { hasUsed: [router] };
    expect(reasons({ ...notMine, logs: payout })).toEqual(['airdrop']);
    expect(reasons({ ...notMine, logs: payout }, used)).toEqual([null]);
    // Anybody can log that it came from there; and from a stranger it comes whatever contract he calls.
    expect(reasons({ ...notMine, to: otherToken, logs: payout }, used)).toEqual(['airdrop']);
    expect(reasons({ ...notMine, logs: mailing(50) }, used)).toEqual(['airdrop']);
    // Its balance and its own words say more.
    expect(reasons({ ...notMine, logs: payout }, { ...used, proof: 'unmoved' })).toEqual(['forged']);
    expect(reasons({ ...notMine, logs: payout }, { ...used, name: 'Visit usdc-bonus.com' })).toEqual([
      'airdrop',
    ]);
  });

  test('a name or symbol that holds a URL', () => {
    expect(reasons({ ...notMine, logs: arriving }, { name: 'Visit usdc-bonus.com to claim' })).toEqual([
      'airdrop',
    ]);
    expect(reasons({ ...notMine, logs: arriving }, { symbol: 'www.gift' })).toEqual(['airdrop']);
    expect(reasons({ ...notMine, logs: arriving }, { name: 'yearn.finance', symbol: 'YFI' })).toEqual([null]);
  });

  test('a symbol that imitates a trusted one', () => {
    expect(reasons({ ...notMine, logs: arriving }, { symbol: 'USDC' })).toEqual(['airdrop']);
    expect(reasons({ ...notMine, logs: arriving }, { symbol: 'USD\u0421' })).toEqual(['airdrop']);
    expect(reasons({ ...notMine, logs: arriving }, { symbol: 'ETH' })).toEqual(['airdrop']);
    expect(reasons({ ...notMine, logs: arriving }, { symbol: 'USDC.e' })).toEqual([null]);
  });

  test('what the wallet itself acted on is never spam', () => {
    expect(reasons({ to: router, input: '0x12345678', logs: mailing(50) }, { symbol: 'USDC' })).toEqual([
      null,
    ]);
  });
});

describe('a contract wallet acts', () => {
  const spam = { logs: out, internalCalls: [] };

  test('where it is called itself', () => {
    expect(reasons({ ...spam, from: stranger, to: wallet, input: '0x6a761202' })).toEqual([null]);
  });

  test('where it logs that it carried something out, not where it merely received', () => {
    const log = (signature: string): LogInput => ({
      address: wallet,
      topics: [topic(signature)],
      data: numberTopic(0n),
    });
    expect(reasons({ ...notMine, logs: [log('ExecutionSuccess(bytes32,uint256)'), ...out] })).toEqual([null]);
    expect(reasons({ ...notMine, logs: [log('SafeReceived(address,uint256)'), ...out] })).toEqual(['forged']);
  });

  test('where a known entry point says so, not where anybody does', () => {
    const operation = (address: LogInput['address']): LogInput => ({
      address,
      topics: [
        topic('UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)'),
        numberTopic(1n),
        addressTopic(wallet),
      ],
      data: '0x',
    });
    const entryPoint = '0x0000000071727de22e5e9d8baf0edac6f37da032';
    expect(reasons({ ...notMine, logs: [operation(entryPoint), ...out] })).toEqual([null]);
    expect(reasons({ ...notMine, logs: [operation(stranger), ...out] })).toEqual(['forged']);
  });

  test('not where an event merely names it', () => {
    expect(reasons({ ...notMine, logs: [accountEvent('Withdrawn', router, wallet, 5n), ...out] })).toEqual([
      'forged',
    ]);
  });
});

test('names: URLs are found, dots in words are not', () => {
  for (const text of ['https://x.y', 'claim at t.me/abc', 'ETH2.io', 'usdc-bonus . com', '$ USDCGift.xyz'])
    expect([text, holdsUrl(text)]).toEqual([text, true]);
  for (const text of ['USD Coin', 'Curve.fi DAI/USDC', 'v1.2', 'Mr. Beast', 'USDC.e', 'yearn.finance'])
    expect([text, holdsUrl(text)]).toEqual([text, false]);
});

test('names: look-alikes share a skeleton', () => {
  const usdt = skeleton('USDT');
  for (const symbol of ['usdt', 'USD₮', 'USDТ', 'ＵＳＤＴ', 'U S D T', '$USDT'.slice(1), 'U$DT'])
    expect([symbol, skeleton(symbol)]).toEqual([symbol, usdt]);
});
