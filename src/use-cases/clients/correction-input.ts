/** What a client wants to correct → what is stored. Every problem of a request is named at once. */
import { fractionDigits, moneyDecimals, parseScaled } from '../../domain/accounting/amounts/amounts.ts';
import { treatmentFits } from '../../domain/accounting/booking/netting.ts';
import { type Currency, coinCurrencies } from '../../domain/ids.ts';
import { bookableTreatments, type TaxTreatment } from '../../domain/model.ts';
import type { RateTokens } from '../../domain/money/currencies.ts';
import { isFiat } from '../../domain/money/fiat.ts';
import { itemOfPosition, openingPosition } from '../../domain/position.ts';
import { textProblem } from '../../domain/text/client-text.ts';
import { formatTime } from '../../domain/time/time.ts';
import { type InputProblem, inputRefused } from '../../errors.ts';
import type { Database } from '../../store/connection/database.ts';
import type { TransferRow } from '../../store/history/columns/transfer-columns.ts';
import type { NewCorrection } from '../../store/ledger/correction-changes.ts';
import { findRates } from '../../store/prices/price-reads.ts';
import { wantPrices } from '../../store/prices/wanted-price-queue.ts';
import type { OpeningLotInput, TransferCorrectionInput } from '../model/requests.ts';

const maximumNoteLength = 1_000;
const largestQuantity = 2n ** 256n - 1n;
/** Of a price; what the ledger counts with. */
const priceDecimals = 36;
/** Positions hold times up to the year 2106. */
const largestTime = 0xffffffff;

interface InputCheck {
  fail(path: string, message: string): void;
  /** Throws BAD_INPUT when anything failed. */
  finish(): void;
}

function createInputCheck(): InputCheck {
  const problems: InputProblem[] = [];
  return {
    fail: (path, message) => void problems.push({ path, message }),
    finish() {
      if (problems.length > 0) throw inputRefused(problems);
    },
  };
}

function checkAmount(
  check: InputCheck,
  path: 'price' | 'basis' | 'cost' | 'quantity',
  text: string | undefined,
  decimals: number,
): void {
  if (text === undefined) return;
  if (/^\d{1,40}(\.\d{1,100})?$/.test(text) && fractionDigits(text) <= decimals) return;
  const what = 'must be a decimal number that is not negative';
  check.fail(path, `the ${path} ${what}, with at most 40 digits before and ${decimals} after the point`);
}

/** An idempotency key is kept with what it made: it must be short, and stay the same on every way. */
function checkIdempotencyKey(check: InputCheck, key: string | undefined): void {
  if (key === undefined || /^[\x21-\x7e]{1,200}$/.test(key)) return;
  check.fail('idempotencyKey', 'an idempotency key must have 1 to 200 visible ASCII characters, no blanks');
}

/** Without blanks around it; null: none. */
function checkNote(check: InputCheck, note: string | undefined): string | null {
  const text = (note ?? '').trim();
  if (text.length > maximumNoteLength) {
    check.fail('note', `the note must have at most ${maximumNoteLength} characters`);
  }
  const problem = textProblem(text, { lines: true });
  if (problem !== null) check.fail('note', `the note ${problem}`);
  return text === '' ? null : text;
}

/**
 * Asks for the rates that convert an amount at a moment, where they are not there yet; money of another currency than USD
 * needs its own rate at once.
 */
async function checkRates(
  { database, rateTokens }: { database: Database; rateTokens: RateTokens },
  check: InputCheck,
  currency: Currency,
  moments: readonly number[],
): Promise<void> {
  const hours = [...new Set(moments.map((moment) => Math.floor(moment / 3600)))];
  const coins = coinCurrencies.map((coin) => rateTokens[coin]);
  await wantPrices(
    database,
    coins.flatMap((coin) => hours.map((hour) => ({ ...coin, hour }))),
    { isUrgent: true },
  );
  if (currency === 'USD' || hours.length === 0) return;
  const known = await findRates(database, rateTokens[currency], hours);
  const unknown = hours.find((hour) => known.every((rate) => rate.hour !== hour));
  if (unknown === undefined) return;
  const time = formatTime(unknown * 3600);
  const what = isFiat(currency)
    ? 'give the amount in USD, or import the rates (wallet-data rates import)'
    : 'give the amount in USD, or try again in some minutes: it is asked for now';
  check.fail('currency', `the service knows no rate of ${currency} at ${time}: ${what}`);
}

/** The corrections that an input for a transfer makes, one per kind. Throws BAD_INPUT. */
export async function transferCorrections(
  deps: { database: Database; rateTokens: RateTokens },
  input: TransferCorrectionInput,
  { row, isSpam }: { row: TransferRow; isSpam: boolean },
): Promise<NewCorrection[]> {
  const { treatment, price, basis, currency = 'USD' } = input;
  const acquiredAt = input.acquiredAt === undefined ? null : Math.floor(input.acquiredAt);
  const check = createInputCheck();
  if (treatment === undefined && price === undefined && basis === undefined) {
    check.fail('transferId', 'nothing is corrected: give a treatment, a price, a basis, or several of them');
  }
  if (isSpam || row.amount === 0n) {
    const reason = row.spamReason ?? 'it moves nothing';
    check.fail('transferId', `the transfer is not booked (${reason}), so that there is nothing to correct`);
  }
  if (treatment !== undefined && !isBookable(treatment)) {
    check.fail('treatment', `${treatment} cannot be given: give one of ${bookableTreatments.join(', ')}`);
  } else if (treatment !== undefined && !treatmentFits(treatment, row.side)) {
    check.fail('treatment', `${treatment} does not fit an ${row.side}`);
  }
  checkAmount(check, 'price', price, priceDecimals);
  checkAmount(check, 'basis', basis, moneyDecimals);
  if (basis !== undefined && row.side !== 'inflow') check.fail('basis', 'only an inflow has a basis');
  if (acquiredAt !== null && basis === undefined)
    check.fail('acquiredAt', 'a time of acquisition goes together with a basis');
  if (acquiredAt !== null && (acquiredAt < 0 || acquiredAt > row.timestamp)) {
    check.fail('acquiredAt', 'the time of acquisition must not be later than the transfer, nor before 1970');
  }
  checkIdempotencyKey(check, input.idempotencyKey);
  const note = checkNote(check, input.note);
  check.finish();
  const moments = [
    ...(price === undefined ? [] : [row.timestamp]),
    ...(basis === undefined ? [] : [acquiredAt ?? row.timestamp]),
  ];
  await checkRates(deps, check, currency, moments);
  check.finish();

  const { chainId, hash, position } = row;
  const target = { chainId, hash, item: itemOfPosition(position), tokenAddress: null, quantity: null };
  const empty = { treatment: null, amount: null, currency: null, acquiredAt: null };
  const shared = { ...target, ...empty, note, fromPosition: position };
  const made: NewCorrection[] = [];
  if (treatment !== undefined) made.push({ ...shared, kind: 'TREATMENT', treatment });
  if (price !== undefined) made.push({ ...shared, kind: 'PRICE', amount: price, currency });
  if (basis !== undefined) made.push({ ...shared, kind: 'BASIS', amount: basis, currency, acquiredAt });
  return made;
}

/** An opening lot as it is stored. `decimals` null: the token is not known. Throws BAD_INPUT. */
export async function openingLot(
  deps: { database: Database; rateTokens: RateTokens; now: () => number },
  input: OpeningLotInput,
  token: { isChainKnown: boolean; decimals: number | null; isDebt: boolean },
): Promise<NewCorrection> {
  const { chainId, tokenAddress, cost, currency = 'USD' } = input;
  const acquiredAt = Math.floor(input.acquiredAt);
  const check = createInputCheck();
  if (!token.isChainKnown) check.fail('chainId', `${chainId} is not a chain of this service`);
  else if (token.decimals === null) {
    check.fail(
      'tokenAddress',
      `the service knows no fungible token ${tokenAddress} with decimals on that chain: it does once a wallet has moved it`,
    );
  }
  if (token.isDebt) {
    check.fail(
      'tokenAddress',
      'the token stands for a debt of the wallet: no lot can be held of what is owed',
    );
  }
  const decimals = token.decimals ?? 18;
  checkAmount(check, 'quantity', input.quantity, decimals);
  const quantity = parseScaled(input.quantity, decimals) ?? 0n;
  if (quantity === 0n || quantity > largestQuantity)
    check.fail('quantity', 'the quantity must be more than 0, and fit 256 bits');
  checkAmount(check, 'cost', cost, moneyDecimals);
  if (acquiredAt < 0 || acquiredAt > Math.min(deps.now() / 1000, largestTime)) {
    check.fail('acquiredAt', 'the time of acquisition must not lie in the future, nor before 1970');
  }
  checkIdempotencyKey(check, input.idempotencyKey);
  const note = checkNote(check, input.note);
  check.finish();
  await checkRates(deps, check, currency, cost === undefined ? [] : [acquiredAt]);
  check.finish();
  return {
    ...{ kind: 'OPENING_LOT', chainId, hash: null, item: null, tokenAddress, quantity, treatment: null },
    ...{ amount: cost ?? null, currency: cost === undefined ? null : currency, acquiredAt, note },
    fromPosition: openingPosition(acquiredAt, 0),
  };
}

/** The others are found by the service, and stand for accounts that a client does not keep. */
function isBookable(treatment: TaxTreatment): boolean {
  return bookableTreatments.some((bookable) => bookable === treatment);
}
