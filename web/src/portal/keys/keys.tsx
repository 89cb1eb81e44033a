/** API keys: making them, with what to do with one, and all that there are. */
import { type ReactNode, useState } from 'react';
import { graphql } from 'react-relay';
import type { keysQuery } from '../../__generated__/keysQuery.graphql.ts';
import { serviceUrl } from '../../app/base.ts';
import { Empty } from '../../parts/states.tsx';
import { useLoaded } from '../../relay/load.ts';
import { Snippet } from '../pieces.tsx';
import { Portal } from '../portal.tsx';
import { ShownOnce, useMade } from '../shown-once.tsx';
import { calledBy, KeyCard, type MadeKey } from './key-list.tsx';
import { NewKey } from './new-key.tsx';

const withoutSlash = (url: string): string => url.replace(/\/$/, '');

/** What can be done with a key, ready to be pasted. */
function snippetsOf({ key, isPublishable }: MadeKey): readonly (readonly [title: string, text: string])[] {
  const url = withoutSlash(serviceUrl('.'));
  const client = [
    "import { createClient } from '@wallet-data/client';",
    '',
    `const client = createClient({ url: '${url}', key: ${isPublishable ? `'${key}'` : 'process.env.WALLET_DATA_KEY'} });`,
  ].join('\n');
  if (isPublishable) return [['the client, in a page', client]];
  const server = { type: 'http', url: `${url}/mcp`, headers: { Authorization: `Bearer ${key}` } };
  return [
    [
      'curl',
      `export WALLET_DATA_KEY='${key}'\ncurl -H "X-API-KEY: $WALLET_DATA_KEY" '${url}/wallet/manage/'`,
    ],
    ['the client', `// WALLET_DATA_KEY is in the environment, as for curl.\n${client}`],
    ['MCP', JSON.stringify({ mcpServers: { 'wallet-data': server } }, null, 2)],
  ];
}

/** As many as a page of the list may have. The newest are shown. */
const most = 500;

function Keys(): ReactNode {
  const [round, setRound] = useState(0);
  const made = useMade<MadeKey>();
  const [isAll, setIsAll] = useState(false);
  const { apiKeys } = useLoaded<keysQuery>(
    graphql`
      query keysQuery($last: Int!) {
        apiKeys(last: $last) {
          count
          nodes {
            id
            state
            ...keyList_key
          }
        }
      }
    `,
    { last: most },
    { fetchPolicy: 'store-and-network', again: round },
  );
  const again = (): void => setRound((before) => before + 1);
  const nodes = (apiKeys?.nodes ?? []).toReversed();
  const shown = isAll ? nodes : nodes.filter(({ state }) => state === 'VALID');
  const onMade = (next: MadeKey): void => {
    made.add(next);
    again();
  };
  return (
    <>
      <ShownOnce
        made={made}
        show={(one) => ({
          title: `The key “${calledBy(one)}”`,
          secret: one.key,
          about: 'It is shown only now: the service keeps a hash of it. Whoever has it is you.',
          children: snippetsOf(one).map(([title, text]) => <Snippet key={title} title={title} text={text} />),
        })}
      />
      <NewKey onMade={onMade} />
      <label>
        <input type="checkbox" checked={isAll} onChange={({ target }) => setIsAll(target.checked)} />
        Show ended keys, too
      </label>
      {shown.length === 0 ? <Empty title="There is no such key." /> : null}
      <ul className="cards" aria-label="Keys">
        {shown.map((node) => (
          <KeyCard key={node.id} apiKey={node} onMade={onMade} onChanged={again} />
        ))}
      </ul>
      {apiKeys && apiKeys.count > nodes.length ? (
        <p className="meta">
          The newest {nodes.length} of {apiKeys.count}.
        </p>
      ) : null}
    </>
  );
}

export function KeysPage(): ReactNode {
  return (
    <Portal
      title="API keys"
      scope="keys"
      about="Keys of servers, of command lines, and of the code of pages."
    >
      <Keys />
    </Portal>
  );
}
