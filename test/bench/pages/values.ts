/** The values of a transfer, whoever gave it: contenders have different shapes, and must mean the same. */
import { toFixed4 } from '../../../src/domain/money/money.ts';
import { decimalText } from '../contenders/joined-page.ts';

/** A part of an answer, read field by field. */
// biome-ignore lint/suspicious/noExplicitAny: six servers with six shapes
export type Answer = any;

/** Plain texts, so that two of them compare as JSON. */
export type Values = Readonly<Record<string, string | null>>;

/** One name per value, in one order. Decimals lose their trailing zeros, times are unix seconds, lists are joined. */
export function valuesOf(fields: {
  hash: string;
  wallet: string;
  time: string;
  chain: string;
  amount: string;
  side: string;
  price: string | null;
  value: string | null;
  priceSource: string | null;
  fee: string;
  taxTreatment: string | null;
  isSpam: boolean;
  token: Answer;
  rawToken: Answer;
  counterparty: string;
  customLabel: Answer;
  defaultLabel: Answer;
}): Values {
  const { token, rawToken, customLabel, defaultLabel, ...own } = fields;
  return {
    ...own,
    time: String(Date.parse(own.time) / 1000),
    amount: trimmed(own.amount),
    fee: trimmed(own.fee),
    price: own.price === null ? null : trimmed(own.price),
    value: own.value === null ? null : trimmed(own.value),
    side: own.side.toLowerCase(),
    isSpam: String(own.isSpam),
    token:
      token && [token.address, token.decimals, token.asset.slug, token.asset.name, token.asset.symbol].join(),
    rawToken: [rawToken.address, rawToken.name, rawToken.symbol].join(),
    customLabel: customLabel && [customLabel.name, ...tagsOf(customLabel)].join(),
    defaultLabel: defaultLabel && [defaultLabel.name, ...tagsOf(defaultLabel)].join(),
  };
}

/** GraphQL gives a list, REST a text with commas. */
const tagsOf = ({ tags, labels }: Answer): readonly string[] => {
  const given = tags ?? labels ?? [];
  return typeof given === 'string' ? given.split(',').map((tag) => tag.trim()) : given;
};

const trimmed = (decimal: string): string =>
  decimal.includes('.') ? decimal.replace(/0+$/, '').replace(/\.$/, '') : decimal;

/** A transfer in the shape of the contract's GraphQL type. */
export const ofGraphql = (transfer: Answer): Values =>
  valuesOf({
    ...picked(transfer),
    hash: transfer.hash,
    wallet: transfer.wallet.address,
    time: transfer.timestamp,
    chain: transfer.blockchain.slug,
    counterparty: transfer.counterparty.address,
    customLabel: transfer.counterparty.customLabel,
    defaultLabel: transfer.counterparty.defaultLabel,
  });

const picked = ({
  amount,
  side,
  price,
  value,
  priceSource,
  fee,
  taxTreatment,
  isSpam,
  token,
  rawToken,
}: Answer) => ({
  amount,
  side,
  price,
  value,
  priceSource,
  fee,
  taxTreatment,
  isSpam,
  token,
  rawToken,
});

/** A row of PostGraphile: base units, and the token beside it. */
export function ofPostgraphile(row: Answer): Values {
  const token = row.tokenByChainIdAndTokenAddress;
  return valuesOf({
    ...picked(row),
    hash: row.hash,
    wallet: row.walletByWalletId.address,
    time: new Date(Number(row.timestamp) * 1000).toISOString(),
    chain: row.blockchainByChainId.slug,
    amount: decimalText(row.amount, token.decimals),
    fee: decimalText(row.fee, 18),
    isSpam: row.spamReason !== null,
    token: { ...token, asset: token.assetByAssetSlug },
    rawToken: token,
    counterparty: row.counterparty,
    customLabel: row.customLabelByCounterparty,
    defaultLabel: row.contractLabelByChainIdAndCounterparty,
  });
}

/** A transfer of REST, whose shape the specification gives: four digits, and some values left out. */
export const ofRest = (transfer: Answer): Values =>
  asRest(
    valuesOf({
      ...picked(transfer),
      hash: transfer.hash,
      wallet: transfer.wallet,
      time: transfer.timestamp,
      chain: '',
      value: null,
      priceSource: null,
      taxTreatment: null,
      isSpam: false,
      rawToken: transfer.raw_token,
      counterparty: transfer.counterparty.address,
      customLabel: transfer.counterparty.custom_label,
      defaultLabel: transfer.counterparty.default_label,
    }),
  );

/** The same transfer as REST would say it. */
export const asRest = (values: Values): Values => ({
  ...values,
  amount: toFixed4(values.amount ?? ''),
  fee: toFixed4(values.fee ?? ''),
  price: values.price === null || values.price === undefined ? null : toFixed4(values.price),
  chain: '',
  value: null,
  priceSource: null,
  taxTreatment: null,
  isSpam: 'false',
});
