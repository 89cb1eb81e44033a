/** Corrects a transfer: how it is booked, its price, or what it had cost; and says before what that changes. */
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { graphql, useMutation } from 'react-relay';
import type { correctFormMutation, TaxTreatment } from '../__generated__/correctFormMutation.graphql.ts';
import type { Currency } from '../app/lens/lens-search.ts';
import { say } from '../app/said.tsx';
import { isUnchanged } from '../forms/late-answers.ts';
import { addDecimals, multiply, negate, readDecimal } from '../money/decimals.ts';
import { decimalProblem } from '../money/typed-decimals.ts';
import { Money } from '../parts/figures.tsx';
import { bookingWords, effectOf } from './bookings.ts';
import { CurrencyField, useFirstCurrency } from './currency-field.tsx';
import { DecimalField } from './decimal-field.tsx';
import { Previewed } from './previewed.tsx';

const correct = graphql`
  mutation correctFormMutation($input: CorrectTransferInput!) {
    correctTransfer(input: $input) {
      transfer {
        id
        bookedAs
        corrections {
          id
          ...corrections_correction
        }
      }
    }
  }
`;

/** Those that a person may give, by side. */
const treatmentsOf = (isInflow: boolean): TaxTreatment[] =>
  isInflow
    ? ['ACQUISITION', 'INCOME', 'BASIS_TRANSFER', 'NON_TAXABLE']
    : ['DISPOSAL', 'EXPENSE', 'BASIS_TRANSFER', 'NON_TAXABLE'];

interface CorrectFormProps {
  transferId: string;
  isInflow: boolean;
  /** Positive, in units of the token. */
  amount: string;
  /** At the price that is known, in USD. */
  value: string | null;
  /** Of the API's BookedAs; null: the ledger leaves it out. */
  bookedAs: string | null;
  onDone: () => void;
  /** It is of no use any more. */
  close: () => void;
}

interface Draft {
  treatment: TaxTreatment | '';
  /** Of price and basis. */
  currency: Currency;
  price: string;
  basis: string;
  note: string;
}

/** What the correction changes in this leg itself, and what that moves in the wallet's figures. */
function Preview({
  draft,
  amount,
  value,
  input,
}: {
  draft: Draft;
  amount: string;
  value: string | null;
  /** null: nothing yet that could be corrected. */
  input: CorrectionInput | null;
}): ReactNode {
  const { currency } = draft;
  const price = readDecimal(draft.price);
  const now = price === null ? null : multiply(price, amount);
  return (
    <div className="preview" aria-live="polite">
      {draft.treatment === '' ? null : <p>{effectOf(draft.treatment)}</p>}
      {now === null ? null : (
        <p>
          It was worth <Money value={value?.replace(/^-/, '')} currency="USD" />, and will be worth{' '}
          <Money value={now} currency={currency} />
          {value === null || currency !== 'USD' ? null : (
            <>
              {' '}
              (
              <Money
                value={addDecimals(now, negate(value.replace(/^-/, '')))}
                currency="USD"
                change="plain"
              />
              )
            </>
          )}
          . Your price decides what a trade was worth, too.
        </p>
      )}
      {input === null ? null : <Previewed input={input} />}
      <p className="meta">
        Nothing is stored until you correct it. Then the wallet&apos;s ledger is booked again with it, and you
        can undo it.
      </p>
    </div>
  );
}

interface TreatmentFieldProps {
  treatment: Draft['treatment'];
  isInflow: boolean;
  bookedAs: string | null;
  change: (treatment: Draft['treatment']) => void;
}

function TreatmentField({ treatment, isInflow, bookedAs, change }: TreatmentFieldProps): ReactNode {
  return (
    <label>
      Book it as
      <select
        value={treatment}
        onChange={({ target }) => change(treatmentsOf(isInflow).find((one) => one === target.value) ?? '')}
      >
        <option value="">{bookingWords(bookedAs)}, as now</option>
        {treatmentsOf(isInflow)
          .filter((one) => one !== bookedAs && !(one === 'BASIS_TRANSFER' && bookedAs === 'OWN_MOVE'))
          .map((one) => (
            <option key={one} value={one}>
              {bookingWords(one)}
            </option>
          ))}
      </select>
    </label>
  );
}

const nothingStated = 'Nothing is stated yet: choose how it is booked, or give a price or what it cost.';

type CorrectionInput = correctFormMutation['variables']['input'];

function inputOf(transferId: string, draft: Draft): CorrectionInput {
  const [price, basis] = [readDecimal(draft.price), readDecimal(draft.basis)];
  return {
    transferId,
    ...(draft.treatment === '' ? {} : { treatment: draft.treatment }),
    ...(price === null ? {} : { price }),
    ...(basis === null ? {} : { basis }),
    ...(price === null && basis === null ? {} : { currency: draft.currency }),
    ...(draft.note.trim() === '' ? {} : { note: draft.note.trim() }),
  };
}

export function CorrectForm(props: CorrectFormProps): ReactNode {
  const { transferId, isInflow, amount, value, bookedAs, onDone, close } = props;
  const first: Draft = { treatment: '', currency: useFirstCurrency(), price: '', basis: '', note: '' };
  const [draft, setDraft] = useState(first);
  const latest = useRef(draft);
  latest.current = draft;
  const [problem, setProblem] = useState<string | null>(null);
  const [commit, isUnderWay] = useMutation<correctFormMutation>(correct);
  const form = useRef<HTMLFormElement>(null);
  // Whoever has opened it goes on in it.
  useEffect(() => form.current?.querySelector('select')?.focus(), []);
  const isWrong = [draft.price, draft.basis].some((text) => decimalProblem(text) !== null);
  const isEmpty = draft.treatment === '' && draft.price.trim() === '' && draft.basis.trim() === '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isUnderWay) return;
    setProblem(isEmpty ? nothingStated : null);
    if (isEmpty) return;
    say('Saving…');
    commit({
      variables: { input: inputOf(transferId, draft) },
      onCompleted: () => {
        say('Corrected: the ledger is booked again with it.');
        onDone();
        // Whoever types on, or has opened it once more, goes on.
        if (form.current !== null && isUnchanged(latest.current, draft)) close();
      },
      onError: ({ message }) => setProblem(message),
    });
  };
  return (
    <form className="correct" onSubmit={submit} aria-label="Correct this transfer" ref={form}>
      <TreatmentField
        {...{ isInflow, bookedAs }}
        treatment={draft.treatment}
        change={(treatment) => setDraft({ ...draft, treatment })}
      />
      <DecimalField
        label={`Price of one, ${draft.currency}`}
        text={draft.price}
        change={(price) => setDraft({ ...draft, price })}
      />
      {isInflow ? (
        <DecimalField
          label={`What it cost in all, ${draft.currency}`}
          text={draft.basis}
          change={(basis) => setDraft({ ...draft, basis })}
        />
      ) : null}
      <CurrencyField currency={draft.currency} change={(currency) => setDraft({ ...draft, currency })} />
      <label>
        Why
        <input
          value={draft.note}
          maxLength={1000}
          onChange={({ target }) => setDraft({ ...draft, note: target.value })}
        />
      </label>
      <button type="submit" className="primary" aria-disabled={isUnderWay}>
        {isUnderWay ? 'Saving…' : 'Correct it'}
      </button>
      <Preview
        {...{ draft, amount, value }}
        input={isEmpty || isWrong ? null : { ...inputOf(transferId, { ...draft, note: '' }) }}
      />
      {problem === null ? null : (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}
