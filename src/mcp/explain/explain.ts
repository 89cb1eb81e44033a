/**
 * explain: how a figure comes about. A figure of a portfolio is a sum over holdings; a holding is balance, price, open lots and
 * disposals; a lot or a disposal is of a transaction; a transaction is transfers with their prices and where these come from.
 */
import { z } from 'zod';
import { balanceId, periods, transactionId, transferId } from '../../domain/ids.ts';
import type { Address, Hash } from '../../domain/model.ts';
import { cleanText } from '../text/foreign-text.ts';
import { badInput, readReference, walletsOf } from '../tools/questions.ts';
import { type Call, currency, defineTool, detail, method, wallets } from '../tools/tool.ts';
import { type Choice, type Explanation, figureNames } from './explanation.ts';
import { explainHolding } from './holding.ts';
import { explainSum } from './sum.ts';
import { explainTransaction } from './transaction.ts';

export const explain = defineTool({
  name: 'explain',
  title: 'Explain a figure',
  description:
    `How a figure comes about, exactly. id: ${figureNames.join(', ')}; or a token (chain:address): its balance, lots, disposals; ` +
    'or a transaction hash: its transfers, prices and their sources, disposals, lots.',
  shape: {
    id: z.string().min(1).max(255),
    ...{ wallets, currency, method },
    period: z.enum(periods).default('MAX'),
    detail,
  },
  async answer(input, call) {
    const { method: costMethod, currency: unit, period } = input;
    const choice: Choice = { costMethod, currency: unit, period };
    const { lines, asOf, missing } = await explained(input.id.trim(), input.wallets, choice, call);
    return { lines, asOf, missing };
  },
});

async function explained(
  id: string,
  named: readonly string[] | undefined,
  choice: Choice,
  call: Call,
): Promise<Explanation> {
  const figure = figureNames.find((name) => name === id);
  if (figure !== undefined) return explainSum(call, await walletsOf(call, named), choice, figure);
  const reference = readReference(id);
  if (reference !== null)
    return explainHolding(call, { ...choice, ...reference, wallets: await walletsOf(call, named) });
  const balance = balanceId.decode(id);
  if (balance !== null) {
    const { wallet, chainId, tokenAddress: address, period, method: costMethod, currency: unit } = balance;
    return explainHolding(call, { chainId, address, period, costMethod, currency: unit, wallets: [wallet] });
  }
  const transaction = transferId.decode(id) ?? transactionId.decode(id);
  if (transaction !== null) return explainTransaction(call, choice, transaction);
  if (!isHash(id)) throw badInput('id', `is '${cleanText(id, 60)}', which is none of: ${forms}`);
  // Without wallets named: the first of the client's that has it.
  const wallet = named === undefined ? undefined : await oneWallet(call, named);
  return explainTransaction(call, choice, { hash: lower(id), ...(wallet === undefined ? {} : { wallet }) });
}

const forms =
  'a figure, a token (chain:address or chain:native), a transaction hash, an id that begins with bal_, tfr_ or tx_';

const isHash = (text: string): text is Hash => /^0x[0-9a-fA-F]{64}$/.test(text);
const lower = (hash: Hash): Hash => `0x${hash.slice(2).toLowerCase()}`;

async function oneWallet(call: Call, named: readonly string[]): Promise<Address> {
  const [wallet, ...others] = await walletsOf(call, named);
  if (wallet === undefined || others.length > 0)
    throw badInput('wallets', 'must name one, for a transaction');
  return wallet;
}
