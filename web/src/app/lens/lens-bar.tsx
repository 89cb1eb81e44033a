/** The lens as controls: which wallets, in what money, by which method, over which time. */
import type { ReactNode } from 'react';
import { shortAddress } from '../../money/format.ts';
import { Private, Veiled } from '../../parts/veiled.tsx';
import { usePrivacy } from '../preferences.ts';
import { useCurrencies, useLens, useLensChange } from './lens.ts';
import { methods, mostWallets, periodNames, periods } from './lens-search.ts';

interface LensBarProps {
  own: readonly { address: string; ensName: string | null | undefined }[];
}

function Choice<Value extends string>({
  label,
  value,
  options,
  nameOf,
  choose,
}: {
  label: string;
  value: Value;
  options: readonly Value[];
  nameOf: (option: Value) => string;
  choose: (option: Value) => void;
}): ReactNode {
  return (
    <label className="choice">
      <span className="for-readers">{label}</span>
      <select
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((option) => option === target.value);
          if (chosen !== undefined) choose(chosen);
        }}
      >
        {options.map((option) => (
          <option key={option} value={option}>
            {nameOf(option)}
          </option>
        ))}
      </select>
    </label>
  );
}

function WalletSwitch({ own }: LensBarProps): ReactNode {
  const { wallets } = useLens();
  const change = useLensChange();
  const isPrivate = usePrivacy();
  const all = own.slice(0, mostWallets).map(({ address }) => address);
  const isAll = wallets.length === all.length && all.every((address) => wallets.includes(address));
  const toggle = (address: string): void => {
    const next = wallets.includes(address)
      ? wallets.filter((other) => other !== address)
      : [...wallets, address];
    if (next.length === 0 || next.length > mostWallets) return;
    change({
      w: next.length === all.length && all.every((one) => next.includes(one)) ? undefined : next.join(','),
    });
  };
  const nameOf = (address: string): string =>
    own.find((wallet) => wallet.address === address)?.ensName ?? shortAddress(address);
  const [first] = wallets;
  return (
    <details
      className="wallets-switch"
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Escape') return;
        currentTarget.open = false;
        currentTarget.querySelector('summary')?.focus();
      }}
    >
      <summary>
        {isAll ? (
          all.length === 1 ? (
            '1 wallet'
          ) : (
            `All ${all.length} wallets`
          )
        ) : wallets.length === 1 && first ? (
          <Private>{nameOf(first)}</Private>
        ) : (
          `${wallets.length} wallets`
        )}
      </summary>
      <fieldset className="popover">
        <legend className="for-readers">Wallets to look at</legend>
        <button type="button" onClick={() => change({ w: undefined })} disabled={isAll}>
          All of mine
        </button>
        {own.map(({ address }) => (
          <label key={address} className="wallet-choice">
            <input type="checkbox" checked={wallets.includes(address)} onChange={() => toggle(address)} />
            <span className="private" title={isPrivate ? undefined : address}>
              <Veiled>{nameOf(address)}</Veiled>
            </span>
          </label>
        ))}
      </fieldset>
    </details>
  );
}

export function LensBar({ own }: LensBarProps): ReactNode {
  const { currency, costMethod, period } = useLens();
  const change = useLensChange();
  return (
    <section className="lens" aria-label="What the pages look at">
      <WalletSwitch own={own} />
      <Choice
        label="Period"
        value={period}
        options={periods}
        nameOf={(option) => periodNames[option]}
        choose={(chosen) => change({ period: chosen })}
      />
      <Choice
        label="Currency"
        value={currency}
        options={useCurrencies()}
        nameOf={String}
        choose={(chosen) => change({ cur: chosen })}
      />
      <Choice
        label="Cost method"
        value={costMethod}
        options={methods}
        nameOf={String}
        choose={(chosen) => change({ method: chosen })}
      />
    </section>
  );
}
