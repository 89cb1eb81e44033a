/** Token balance: section 2.9 of the specification. Figures are JSON numbers with all their digits. */
import { z } from 'zod';
import { costMethods, currencies } from '../../domain/ids.ts';
import {
  basisStatuses,
  type DebtView,
  debtDescription,
  type HeldView,
  maximumHeld,
  type ReconciliationView,
  type TokenBalanceView,
} from '../../use-cases/model/figures-model.ts';
import { counterpartyJson, counterpartySchema } from './objects/counterparty.ts';
import { addressField, idField, timestampField } from './objects/fields.ts';
import { list, numeral, numeralOrNull, orNull, plain, textOrNull, time, timeOrNull } from './objects/json.ts';
import { periodSchema, periodWord } from './objects/period.ts';
import { rawTokenJson, rawTokenSchema, tokenJson, tokenSchema } from './objects/token.ts';

const reconciliationSchema = z
  .strictObject({
    on_chain_balance: z.number(),
    difference: z
      .number()
      .meta({ description: 'What the chain has less what is known here; 0 where they agree' }),
    block_number: z.int(),
    checked_at: timestampField,
  })
  .meta({ id: 'Reconciliation', description: 'The balance compared with the chain' });

const heldSchema = z
  .strictObject({
    contract: addressField.meta({
      description: 'The contract that logged the deposit, or the counterparty where none did',
    }),
    counterparty: counterpartySchema,
    amount: z.number(),
    cost_basis: z.number().meta({ description: 'The part of `cost_basis` that it holds' }),
  })
  .meta({ id: 'HeldAmount', description: 'What a contract holds of a balance' });

const debtSchema = z
  .strictObject({
    contract: addressField.meta({
      description: 'The contract that logged the loan, or the counterparty where none did',
    }),
    counterparty: counterpartySchema,
    amount: z.number().meta({ description: 'Negative' }),
  })
  .meta({ id: 'Debt', description: 'What is owed to a contract' });

export const balanceSchema = z
  .strictObject({
    id: idField('bal'),
    wallet: addressField,
    token: tokenSchema.nullable().meta({ description: 'null for tokens that are not recognised' }),
    balance: z.number().meta({
      description: 'What the wallet has and what protocols hold of it; may be negative',
    }),
    price: z.number().nullable(),
    value: z.number().meta({ description: '0 without a price' }),
    average_cost: z.number().meta({ description: '0 when no cost is known' }),
    unrealized_pnl: z.number(),
    total_realized_pnl: z.number().meta({ description: 'Within the period' }),
    cost_method: z.enum(costMethods),
    currency: z.enum(currencies),
    basis_status: z.enum(basisStatuses).meta({
      description:
        'Whether the costs and prices behind these figures are known: the worst of the open lots and of what was disposed of and earned within the period',
    }),
    raw_token: rawTokenSchema,
    is_spam: z.boolean().meta({ description: 'Nothing of it came in but spam' }),
    cost_basis: z.number().meta({ description: 'Of what is held' }),
    income: z.number().meta({
      description: 'Within the period: claims, airdrops and rewards at market value',
    }),
    expenses: z.number().meta({
      description: 'Within the period: gas that belongs to no acquisition or disposal',
    }),
    price_source: z.string().nullable().meta({
      description: 'Ends in `:stale` when the price is of more than an hour before',
    }),
    priced_at: timestampField.nullable(),
    reconciliation: reconciliationSchema.nullable().meta({ description: 'null while it was not compared' }),
    blockchain: idField('blockchain'),
    held_amount: z.number().meta({
      description:
        'The part of `balance` that protocols hold: what was handed to them and no token stands for',
    }),
    held: z
      .array(heldSchema)
      .max(maximumHeld)
      .meta({ description: 'Which contracts hold it, the largest first' }),
    debt: z.number().meta({ description: debtDescription }),
    debts: z
      .array(debtSchema)
      .max(maximumHeld)
      .meta({ description: 'To which contracts it is owed, the largest first' }),
    is_booked: z.boolean().meta({
      description: 'false: the ledger has yet to book it, and costs and gains are 0 until it has',
    }),
    period: periodSchema,
  })
  .meta({ id: 'TokenBalance' });

export function balanceJson(balance: TokenBalanceView): string {
  return (
    `{"id":${plain(balance.id)},"wallet":${plain(balance.wallet)},"token":${orNull(balance.token, tokenJson)},` +
    `"balance":${numeral(balance.balance)},"price":${numeralOrNull(balance.price)},"value":${numeral(balance.value)},` +
    `"average_cost":${numeral(balance.averageCost)},"unrealized_pnl":${numeral(balance.unrealizedPnl)},` +
    `"total_realized_pnl":${numeral(balance.totalRealizedPnl)},"cost_method":${plain(balance.costMethod)},` +
    `"currency":${plain(balance.currency)},"basis_status":${plain(balance.basisStatus)},"raw_token":${rawTokenJson(balance.rawToken)},` +
    `"is_spam":${balance.isSpam},"cost_basis":${numeral(balance.costBasis)},"income":${numeral(balance.income)},` +
    `"expenses":${numeral(balance.expenses)},` +
    `"price_source":${textOrNull(balance.priceSource)},"priced_at":${timeOrNull(balance.pricedAt)},` +
    `"reconciliation":${orNull(balance.reconciliation, reconciliationJson)},"blockchain":${plain(balance.blockchain.id)},` +
    `"held_amount":${numeral(balance.heldAmount)},"held":${list(balance.held, heldJson)},` +
    `"debt":${numeral(balance.debt)},"debts":${list(balance.debts, debtJson)},"is_booked":${balance.isBooked},"period":${plain(periodWord(balance.period))}}`
  );
}

const reconciliationJson = (found: ReconciliationView): string =>
  `{"on_chain_balance":${numeral(found.onChainBalance)},"difference":${numeral(found.difference)},` +
  `"block_number":${found.blockNumber},"checked_at":${time(found.checkedAt)}}`;

const heldJson = ({ contract, counterparty, amount, costBasis }: HeldView): string =>
  `{"contract":${plain(contract)},"counterparty":${counterpartyJson(counterparty)},"amount":${numeral(amount)},"cost_basis":${numeral(costBasis)}}`;

const debtJson = ({ contract, counterparty, amount }: DebtView): string =>
  `{"contract":${plain(contract)},"counterparty":${counterpartyJson(counterparty)},"amount":${numeral(amount)}}`;
