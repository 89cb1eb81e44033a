/** Webhooks: where events are sent, how that goes, and a form for another one. */
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { graphql } from 'react-relay';
import type { webhooksQuery } from '../../__generated__/webhooksQuery.graphql.ts';
import { keepLens } from '../../app/places.ts';
import { counted } from '../../money/format.ts';
import { Empty } from '../../parts/states.tsx';
import { Time } from '../../parts/text.tsx';
import { useLoaded } from '../../relay/load.ts';
import { Portal } from '../portal.tsx';
import { ShownOnce, useMade } from '../shown-once.tsx';
import { type MadeWebhook, NewWebhook } from './new-webhook.tsx';
import { StatusBadge } from './webhook-words.tsx';

function List(): ReactNode {
  const [round, setRound] = useState(0);
  const made = useMade<MadeWebhook>();
  const { webhooks } = useLoaded<webhooksQuery>(
    graphql`
      query webhooksQuery {
        webhooks(first: 100) {
          count
          nodes {
            id
            url
            description
            status
            laneCount
            lanesPaused
            lanesWaiting
            delivered
            deliveredAt
            failingSince
          }
        }
      }
    `,
    {},
    { fetchPolicy: 'store-and-network', again: round },
  );
  const nodes = webhooks?.nodes ?? [];
  return (
    <>
      <ShownOnce
        made={made}
        show={({ url, secret }) => ({
          title: `The secret that signs what is sent to ${url}`,
          secret,
          about:
            'It is shown only now. Check the signature of what you receive by it, as docs/webhooks.md tells.',
        })}
      />
      <NewWebhook
        onMade={(next) => {
          made.add(next);
          setRound((before) => before + 1);
        }}
      />
      {nodes.length === 0 ? (
        <Empty title="Nothing is sent anywhere yet.">
          A webhook is told of each transfer that is stored, changes or goes, in order, and nothing is lost
          while you are away.
        </Empty>
      ) : null}
      <ul className="cards" aria-label="Webhooks">
        {nodes.map((one) => (
          <li key={one.id} className="card key-card">
            <div className="key-head">
              <h2>
                <Link to="/dev/webhooks/$id" params={{ id: one.id }} search={keepLens} data-row="">
                  {one.url}
                </Link>
              </h2>
              <StatusBadge status={one.status} />
            </div>
            {one.description === '' ? null : <p>{one.description}</p>}
            <p className="meta">
              {counted(one.laneCount, 'wallet')}, of which {one.lanesPaused} paused and {one.lanesWaiting}{' '}
              waiting; {counted(one.delivered, 'event')} arrived
              {one.deliveredAt == null ? (
                ''
              ) : (
                <>
                  , the last <Time at={one.deliveredAt} />
                </>
              )}
              {one.failingSince == null ? (
                ''
              ) : (
                <>
                  ; failing since <Time at={one.failingSince} />
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
      {webhooks && webhooks.count > nodes.length ? (
        <p className="meta">
          The first {nodes.length} of {webhooks.count}.
        </p>
      ) : null}
    </>
  );
}

export function WebhooksPage(): ReactNode {
  return (
    <Portal title="Webhooks" scope="webhooks" about="Where events of your wallets are sent to.">
      <List />
    </Portal>
  );
}
