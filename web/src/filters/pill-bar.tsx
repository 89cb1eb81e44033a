/** The pills of a list, and the form that adds one. Each can be turned to its opposite, and taken away. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { usePrivacy } from '../app/preferences.ts';
import { AddressText, kindName } from '../parts/text.tsx';
import { type Chain, type FieldName, fields, type Pill, turned, without, withValue } from './pills.ts';

interface PillBarProps {
  pills: readonly Pill[];
  chains: readonly Chain[];
  choose: (pills: Pill[]) => void;
}

/** A value for people. */
function valueName(field: FieldName, value: string, chains: readonly Chain[]): string {
  if (field === 'chain') return chains.find(({ chainId }) => String(chainId) === value)?.name ?? value;
  return field === 'kind' || field === 'category' ? kindName(value) : value;
}

const wordOf = ({ field, isNot }: Pick<Pill, 'field' | 'isNot'>): string =>
  field === 'since' || field === 'before' ? '' : isNot ? 'is not' : 'is';

/** What a pill says, in words. */
export const pillText = (pill: Pill, chains: readonly Chain[]): string =>
  [
    fields[pill.field].name,
    wordOf(pill),
    pill.values.map((value) => valueName(pill.field, value, chains)).join(' or '),
  ].join(' ');

function One({ pill, pills, chains, choose }: PillBarProps & { pill: Pill }): ReactNode {
  const { field, isNot, values } = pill;
  const { name, hasNot } = fields[field];
  const isPrivate = usePrivacy();
  const told = field === 'party' && isPrivate ? `${name}, hidden` : pillText(pill, chains);
  return (
    <li className="pill">
      {name}{' '}
      {hasNot ? (
        <button
          type="button"
          aria-label={`${told}: say ${isNot ? 'is' : 'is not'}`}
          onClick={() => choose(turned(pills, pill))}
        >
          {wordOf(pill)}
        </button>
      ) : null}{' '}
      {values.map((value, index) => (
        <span key={value}>
          {index === 0 ? '' : ', '}
          {field === 'party' ? <AddressText address={value} /> : valueName(field, value, chains)}
        </span>
      ))}{' '}
      <button type="button" aria-label={`Take away: ${told}`} onClick={() => choose(without(pills, pill))}>
        ×
      </button>
    </li>
  );
}

/** The controls for a value: a list, or a text that has to be like the field's. */
function Value({
  field,
  chains,
  value,
  set,
}: {
  field: FieldName;
  chains: readonly Chain[];
  value: string;
  set: (value: string) => void;
}): ReactNode {
  const { values, pattern, name } = fields[field];
  const offered = field === 'chain' ? chains.map(({ chainId }) => String(chainId)) : values;
  if (offered === null) {
    return (
      <input
        required
        aria-label={name}
        type={field === 'party' ? 'text' : 'date'}
        spellCheck={false}
        pattern={field === 'party' ? '0[xX][0-9a-fA-F]{40}' : pattern.source.slice(1, -1)}
        title={field === 'party' ? '0x and 40 digits' : 'A day'}
        placeholder={field === 'party' ? '0x…' : undefined}
        value={value}
        onChange={({ target }) => set(target.value)}
      />
    );
  }
  return (
    <select required aria-label="Value" value={value} onChange={({ target }) => set(target.value)}>
      <option value="">Choose</option>
      {offered.map((one) => (
        <option key={one} value={one}>
          {valueName(field, one, chains)}
        </option>
      ))}
    </select>
  );
}

const choices: readonly (readonly [field: FieldName, name: string])[] = [
  ['kind', 'Kind'],
  ['category', 'Category'],
  ['chain', 'Chain'],
  ['party', 'Counterparty'],
  ['failed', 'Failed'],
  ['spam', 'Spam'],
  ['since', 'Since (UTC)'],
  ['before', 'Before (UTC)'],
];

function AddForm({ pills, chains, choose }: PillBarProps): ReactNode {
  const [field, setField] = useState<FieldName>('kind');
  const [isNot, setIsNot] = useState(false);
  const [value, setValue] = useState('');
  const { hasNot } = fields[field];
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    choose(
      withValue(
        pills,
        field,
        hasNot && isNot,
        value.trim().replace(/^0x.*/i, (text) => text.toLowerCase()),
      ),
    );
    setValue('');
  };
  return (
    <form className="pill-form" onSubmit={submit}>
      <select
        aria-label="What to filter by"
        value={field}
        onChange={({ target }) => {
          setField(choices.find(([one]) => one === target.value)?.[0] ?? 'kind');
          setValue('');
        }}
      >
        {choices.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
      {hasNot ? (
        <select
          aria-label="Is or is not"
          value={isNot ? 'not' : 'is'}
          onChange={({ target }) => setIsNot(target.value === 'not')}
        >
          <option value="is">is</option>
          <option value="not">is not</option>
        </select>
      ) : null}
      <Value field={field} chains={chains} value={value} set={setValue} />
      <button type="submit">Add</button>
    </form>
  );
}

export function PillBar(props: PillBarProps): ReactNode {
  const { pills } = props;
  return (
    <>
      {pills.length === 0 ? null : (
        <ul className="pills" aria-label="Filters">
          {pills.map((pill) => (
            <One key={`${pill.field} ${pill.isNot}`} pill={pill} {...props} />
          ))}
        </ul>
      )}
      <details className="pill-add">
        <summary>Add a filter</summary>
        <AddForm {...props} />
      </details>
    </>
  );
}
