/** A transaction of the tests as the service classifies it: of one trusted token, and nothing else known. */
import { classifyTransaction } from '../../../src/domain/classify/classify-transaction.ts';
import { createClassifyContext } from '../../../src/domain/classify/evidence/context.ts';
import { chainRules } from '../../../src/domain/normalize/chain-rules.ts';
import { normalizeTransaction } from '../../../src/domain/normalize/normalize-transaction.ts';
import { chainTransaction, token, wallet } from './chain-builders.ts';

const context = createClassifyContext({
  wrappedNative: null,
  nativeSymbol: 'ETH',
  trustedTokens: new Map([[token, { symbol: 'USDC' }]]),
  metadata: () => null,
});

export const classified = (chainId: number, change: Parameters<typeof chainTransaction>[0]) =>
  classifyTransaction(normalizeTransaction(chainTransaction(change), wallet, chainRules(chainId)), context);
