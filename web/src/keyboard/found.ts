/** What the palette finds through the API: holdings and counterparties by their names, and what an address or a hash leads to. */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { fetchQuery, graphql, useRelayEnvironment } from 'react-relay';
import type { foundQuery } from '../__generated__/foundQuery.graphql.ts';
import { useLens } from '../app/lens/lens.ts';
import { keepLens } from '../app/places.ts';
import { shortAddress } from '../money/format.ts';
import type { Entry } from './entries.ts';

type Answer = foundQuery['response'];

const query = graphql`
  query foundQuery($wallets: [Address!]!) {
    tokenBalances(wallets: $wallets, first: 200) {
      nodes {
        id
        token {
          asset {
            name
            symbol
          }
          blockchain {
            name
          }
        }
        wallet {
          address
          ensName
        }
      }
    }
    counterpartyTotals(wallets: $wallets, first: 200) {
      nodes {
        counterparty {
          address
          name
        }
      }
    }
    customLabels(first: 500) {
      nodes {
        address
        name
      }
    }
  }
`;

interface Found {
  state: 'none' | 'loading' | 'there' | 'failed';
  entries: Entry[];
}

/** Shorter words are names of pages. */
const leastLength = 2;
/** Names are strangers' texts, of any length. */
const longestName = 60;

type Go = (to: string, search: Record<string, string>) => void;

function entriesOf(answer: Answer, go: Go): Entry[] {
  const holdings = (answer.tokenBalances?.nodes ?? []).flatMap(({ id, token, wallet }): Entry[] =>
    token
      ? [
          {
            ...{ id: `holding ${id}`, group: 'Holdings' },
            name: `${token.asset.symbol} · ${token.asset.name}`.slice(0, longestName),
            hint: `${token.blockchain.name} · of ${wallet.ensName ?? shortAddress(wallet.address)}`,
            run: () => go(`/holding/${encodeURIComponent(id)}`, {}),
          },
        ]
      : [],
  );
  const names = new Map<string, string>();
  for (const { counterparty } of answer.counterpartyTotals?.nodes ?? [])
    names.set(counterparty.address, counterparty.name ?? '');
  for (const { address, name } of answer.customLabels?.nodes ?? []) names.set(address, name);
  const parties = [...names].map(
    ([address, name]): Entry => ({
      ...{ id: `party ${address}`, group: 'Counterparties' },
      ...(name === ''
        ? { name: address, isAddress: true }
        : { name: name.slice(0, longestName), hint: address }),
      run: () => go('/activity', { q: address }),
    }),
  );
  return [...holdings, ...parties];
}

/** An address or a hash that was pasted whole, and the id of a request. */
function named(text: string, go: Go): Entry[] {
  const given = text.trim().toLowerCase();
  const find = (group: string, name: string, to: string, search: Record<string, string>): Entry[] => [
    { id: `find ${to}`, group, name, run: () => go(to, search) },
  ];
  if (/^0x[0-9a-f]{40}$/.test(given))
    return find('Find', `Transactions with ${given}`, '/activity', { q: given });
  if (/^0x[0-9a-f]{64}$/.test(given)) return find('Find', `Transaction ${given}`, '/activity', { q: given });
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/.test(given))
    return find('Find', `Problem of request ${given}`, '/dev/requests', { request: given });
  return [];
}

/** Asks once, when there is something to look for. */
export function useFound(text: string): Found {
  const environment = useRelayEnvironment();
  const navigate = useNavigate();
  const { wallets } = useLens();
  const [answer, setAnswer] = useState<Answer | 'loading' | 'failed' | null>(null);
  const isAsked = text.trim().length >= leastLength && wallets.length > 0;
  const asked = isAsked ? wallets.join(',') : '';
  useEffect(() => {
    if (asked === '') return undefined;
    setAnswer('loading');
    const { unsubscribe } = fetchQuery<foundQuery>(
      environment,
      query,
      { wallets: asked.split(',') },
      { fetchPolicy: 'store-or-network' },
    ).subscribe({ next: setAnswer, error: () => setAnswer('failed') });
    return unsubscribe;
  }, [environment, asked]);
  const go: Go = (to, search) =>
    void navigate({ to, search: (before: Record<string, unknown>) => ({ ...keepLens(before), ...search }) });
  const direct = named(text, go);
  if (answer === null || !isAsked) return { state: 'none', entries: direct };
  if (answer === 'loading' || answer === 'failed') return { state: answer, entries: direct };
  return { state: 'there', entries: [...direct, ...entriesOf(answer, go)] };
}
