/** One webhook: how it is doing, how far each wallet is, what became of attempts, and what can be done. */
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { graphql, useFragment } from 'react-relay';
import type {
  webhook_webhook$data,
  webhook_webhook$key,
} from '../../__generated__/webhook_webhook.graphql.ts';
import type { webhookQuery } from '../../__generated__/webhookQuery.graphql.ts';
import { keepLens } from '../../app/places.ts';
import { counted } from '../../money/format.ts';
import { Empty } from '../../parts/states.tsx';
import { Time, wordsOf } from '../../parts/text.tsx';
import { useLoaded } from '../../relay/load.ts';
import { Portal } from '../portal.tsx';
import { Actions } from './webhook-actions.tsx';
import { Attempts, Lanes } from './webhook-tables.tsx';
import { disabledReasons, StatusBadge } from './webhook-words.tsx';

type Shown = webhook_webhook$data;

function Health({ webhook }: { webhook: Shown }): ReactNode {
  const { status, types, chainIds, allWallets, laneCount, delivered, deliveredAt, failingSince } = webhook;
  const { formerSecretUntil, disabledReason, createdAt } = webhook;
  const facts: (readonly [string, ReactNode])[] = [
    ['State', <StatusBadge key="s" status={status} />],
    ['Events', types.map(wordsOf).join(', ') || 'all'],
    ['Chains', chainIds.join(', ') || 'all'],
    ['Wallets', `${laneCount}${allWallets ? ', and those that come' : ''}`],
    ['Arrived', counted(delivered, 'event')],
    ['Last', deliveredAt == null ? 'none has arrived' : <Time key="l" at={deliveredAt} />],
    ['Created', <Time key="m" at={createdAt} />],
    ...(failingSince == null ? [] : [['Failing since', <Time key="f" at={failingSince} />] as const]),
    ...(formerSecretUntil == null
      ? []
      : [['Former secret signs until', <Time key="u" at={formerSecretUntil} />] as const]),
  ];
  return (
    <section className="card" aria-label="How it is doing">
      <dl className="key-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {disabledReason == null ? null : <p className="warn">{disabledReasons[disabledReason]}</p>}
    </section>
  );
}

function Whole({ webhook, again }: { webhook: webhook_webhook$key; again: () => void }): ReactNode {
  const whole = useFragment(
    graphql`
      fragment webhook_webhook on Webhook {
        id
        url
        description
        status
        types
        chainIds
        allWallets
        laneCount
        delivered
        deliveredAt
        failingSince
        formerSecretUntil
        disabledReason
        createdAt
        ...webhookTables_lanes
        ...webhookTables_attempts
      }
    `,
    webhook,
  );
  const { id, url, description, status } = whole;
  return (
    <>
      <p className="about">
        <code className="breaks">{url}</code>
        {description ? <span className="line">{description}</span> : null}
      </p>
      <Health webhook={whole} />
      <Actions id={id} url={url} isPaused={status === 'DISABLED'} onChanged={again} />
      <Lanes webhook={whole} id={id} onChanged={again} />
      <Attempts webhook={whole} again={again} />
    </>
  );
}

function One({ id }: { id: string }): ReactNode {
  const [round, setRound] = useState(0);
  const { node } = useLoaded<webhookQuery>(
    graphql`
      query webhookQuery($id: ID!) {
        node(id: $id) {
          ...webhook_webhook @alias(as: "webhook")
        }
      }
    `,
    { id },
    { fetchPolicy: 'store-and-network', again: round },
  );
  if (node?.webhook) return <Whole webhook={node.webhook} again={() => setRound((before) => before + 1)} />;
  return (
    <Empty title="There is no such webhook.">
      <Link to="/dev/webhooks" search={keepLens}>
        All webhooks
      </Link>
    </Empty>
  );
}

export function WebhookPage(): ReactNode {
  const { id } = useParams({ from: '/dev/webhooks/$id' });
  return (
    <Portal title="Webhook" scope="webhooks">
      {/* What was said, and a secret that was made, are of one webhook. */}
      <One key={id} id={id} />
    </Portal>
  );
}
