/** More went than is known to have come: the person may say what was there before, in a form on the spot. */
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { graphql, useMutation } from 'react-relay';
import type { openingLotMutation } from '../__generated__/openingLotMutation.graphql.ts';
import { keepLens } from '../app/places.ts';
import { say } from '../app/said.tsx';
import { clearSent } from '../forms/late-answers.ts';
import { readDecimal } from '../money/decimals.ts';
import { dayOf, startOfDay } from '../money/local-day.ts';
import { ServiceError } from '../relay/network.ts';
import { CurrencyField, useFirstCurrency } from './currency-field.tsx';
import { DecimalField } from './decimal-field.tsx';

const add = graphql`
  mutation openingLotMutation($input: AddOpeningLotInput!) {
    addOpeningLot(input: $input) {
      correction {
        id
      }
    }
  }
`;

/** `crypto.randomUUID` is there on secure pages alone. */
const newKey = (): string => crypto.getRandomValues(new BigUint64Array(2)).join('-');

const codeOf = (error: Error): string => (error instanceof ServiceError ? error.code : '');

/** The service tells a lot that is sent again by its key, so that a person need not look first. */
function problemOf(error: Error): string {
  const code = codeOf(error);
  if (code === 'OFFLINE' || code === 'TIMEOUT')
    return 'No answer came. Press again: what was added is not added twice.';
  if (code === 'CONFLICT')
    return 'What you sent before had been added, with other figures: it is under Corrections. Press again to add this one, too.';
  return error.message;
}

interface OpeningLotProps {
  wallet: string;
  /** Its contract; all zero for the coin of the chain. */
  token: string;
  chainId: number;
  symbol: string;
  onAdded: () => void;
}

const empty = { quantity: '', cost: '', acquiredAt: '' };

export function OpeningLot({ wallet, token, chainId, symbol, onAdded }: OpeningLotProps): ReactNode {
  const [draft, setDraft] = useState(empty);
  const [currency, setCurrency] = useState(useFirstCurrency());
  const [state, setState] = useState<{ problem?: string; isDone?: boolean }>({});
  const [idempotencyKey, setKey] = useState(newKey);
  const [commit, isUnderWay] = useMutation<openingLotMutation>(add);
  const quantity = readDecimal(draft.quantity);
  const cost = draft.cost.trim() === '' ? undefined : readDecimal(draft.cost);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    // The browser has asked for what is missing or wrong.
    if (isUnderWay || quantity === null || cost === null) return;
    setState({});
    say('Adding…');
    const acquiredAt = startOfDay(draft.acquiredAt);
    commit({
      variables: {
        input: {
          ...{ wallet, chainId, tokenAddress: token, quantity, acquiredAt, idempotencyKey },
          ...(cost === undefined ? {} : { cost, currency }),
        },
      },
      onCompleted: () => {
        // Pressed again it would be another one.
        setDraft(clearSent(draft, empty));
        setKey(newKey());
        setState({ isDone: true });
        say('Added: the ledger is booked again with it.');
        onAdded();
      },
      onError: (error) => {
        setState({ problem: problemOf(error) });
        if (codeOf(error) === 'CONFLICT') setKey(newKey());
      },
    });
  };
  const set = (name: keyof typeof draft) => (text: string) =>
    setDraft((before) => ({ ...before, [name]: text }));
  return (
    <section className="banner" aria-labelledby="opening-title">
      <h2 id="opening-title">More {symbol} went than is known to have come</h2>
      <p>
        What it had cost counts as 0 until you say what the wallet had before its known history: an opening
        lot. It stands in your ledger alone.
      </p>
      <form className="correct" onSubmit={submit}>
        <DecimalField label="How much" required text={draft.quantity} change={set('quantity')} />
        <label>
          Acquired on
          <input
            type="date"
            required
            max={dayOf(Date.now())}
            value={draft.acquiredAt}
            onChange={({ target }) => set('acquiredAt')(target.value)}
          />
        </label>
        <DecimalField
          label={`Its cost in all, ${currency}`}
          placeholder="unknown"
          text={draft.cost}
          change={set('cost')}
        />
        <CurrencyField currency={currency} change={setCurrency} />
        <button type="submit" className="primary" aria-disabled={isUnderWay}>
          {isUnderWay ? 'Adding…' : 'Add opening lot'}
        </button>
        {state.isDone ? (
          <p>
            Added: the ledger is booked again with it. It can be undone under{' '}
            <Link to="/corrections" search={keepLens}>
              Corrections
            </Link>
            .
          </p>
        ) : null}
        {state.problem === undefined ? null : (
          <p className="problem" role="alert">
            {state.problem}
          </p>
        )}
      </form>
    </section>
  );
}
