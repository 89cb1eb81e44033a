/** What can be done with a webhook: test, replay, pause and go on, another secret, and its end. */
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { graphql, useMutation } from 'react-relay';
import type { webhookActionsDeleteMutation } from '../../__generated__/webhookActionsDeleteMutation.graphql.ts';
import type { webhookActionsReplayMutation } from '../../__generated__/webhookActionsReplayMutation.graphql.ts';
import type { webhookActionsRotateMutation } from '../../__generated__/webhookActionsRotateMutation.graphql.ts';
import type { webhookActionsTestMutation } from '../../__generated__/webhookActionsTestMutation.graphql.ts';
import type { webhookActionsUpdateMutation } from '../../__generated__/webhookActionsUpdateMutation.graphql.ts';
import { keepLens } from '../../app/places.ts';
import { say as sayAloud } from '../../app/said.tsx';
import { notePage } from '../../forms/late-answers.ts';
import { AskFirst, Problem } from '../pieces.tsx';
import { takeSecret } from '../secrets.ts';
import { ShownOnce, useMade } from '../shown-once.tsx';

interface ActionProps {
  id: string;
  /** Tells what was done, or why not. */
  say: (said: { done?: string; problem?: string }) => void;
  onChanged: () => void;
}

const failed =
  ({ say }: ActionProps) =>
  ({ message }: Error): void =>
    say({ problem: message });

function Test(props: ActionProps): ReactNode {
  const [test, isUnderWay] = useMutation<webhookActionsTestMutation>(graphql`
    mutation webhookActionsTestMutation($input: TestWebhookInput!) {
      testWebhook(input: $input) {
        eventId
      }
    }
  `);
  const act = (): void => {
    test({
      variables: { input: { id: props.id } },
      onCompleted: ({ testWebhook: { eventId } }) => {
        props.say({
          done: `The test event ${eventId} is on its way: what became of it is among the attempts.`,
        });
        props.onChanged();
      },
      onError: failed(props),
    });
  };
  return (
    <button type="button" onClick={act} disabled={isUnderWay}>
      Send a test event
    </button>
  );
}

function Pause({ isPaused, ...props }: ActionProps & { isPaused: boolean }): ReactNode {
  const [update, isUnderWay] = useMutation<webhookActionsUpdateMutation>(graphql`
    mutation webhookActionsUpdateMutation($input: UpdateWebhookInput!) {
      updateWebhook(input: $input) {
        webhook {
          id
          status
        }
      }
    }
  `);
  const act = (): void => {
    update({
      variables: { input: { id: props.id, enabled: isPaused } },
      onCompleted: () => {
        props.say({
          done: isPaused
            ? 'It sends again, and tries at once what waits.'
            : 'It is paused, and keeps its place.',
        });
        props.onChanged();
      },
      onError: failed(props),
    });
  };
  return (
    <button type="button" onClick={act} disabled={isUnderWay}>
      {isPaused ? 'Enable' : 'Pause'}
    </button>
  );
}

const spans: readonly (readonly [hours: number, name: string])[] = [
  [1, 'hour'],
  [24, 'day'],
  [168, '7 days'],
  [720, '30 days: all that are kept'],
];
const hourMs = 3_600_000;

function Replay(props: ActionProps): ReactNode {
  const [hours, setHours] = useState(24);
  const [replay] = useMutation<webhookActionsReplayMutation>(graphql`
    mutation webhookActionsReplayMutation($input: ReplayWebhookInput!) {
      replayWebhook(input: $input) {
        lanes
        webhook {
          id
        }
      }
    }
  `);
  const act = (): void => {
    const from = new Date(Date.now() - hours * hourMs).toISOString();
    replay({
      variables: { input: { id: props.id, from } },
      onCompleted: ({ replayWebhook: { lanes } }) => {
        props.say({
          done: `Events of ${lanes} ${lanes === 1 ? 'wallet' : 'wallets'} are sent again, under the same ids.`,
        });
        props.onChanged();
      },
      onError: failed(props),
    });
  };
  return (
    <AskFirst
      name="Replay"
      question="Events are sent again under the same ids, oldest first."
      answer="Replay events"
      act={act}
    >
      <label>
        Those of the last{' '}
        <select value={hours} onChange={({ target }) => setHours(Number(target.value))}>
          {spans.map(([span, name]) => (
            <option key={span} value={span}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </AskFirst>
  );
}

function Rotate({ onSecret, ...props }: ActionProps & { onSecret: (secret: string) => void }): ReactNode {
  const [rotate] = useMutation<webhookActionsRotateMutation>(graphql`
    mutation webhookActionsRotateMutation($input: RotateWebhookSecretInput!) {
      rotateWebhookSecret(input: $input) {
        secret
        webhook {
          id
          formerSecretUntil
        }
      }
    }
  `);
  const act = (): void => {
    let secret = '';
    rotate({
      variables: { input: { id: props.id } },
      updater: (store) => {
        secret = takeSecret(store, 'rotateWebhookSecret', 'secret');
      },
      onCompleted: () => {
        onSecret(secret);
        props.onChanged();
      },
      onError: failed(props),
    });
  };
  return (
    <AskFirst
      name="Rotate the secret"
      question="It gets another secret. For 24 hours both sign."
      answer="Rotate the secret now"
      act={act}
    />
  );
}

function Remove({ url, ...props }: ActionProps & { url: string }): ReactNode {
  const navigate = useNavigate();
  const [remove] = useMutation<webhookActionsDeleteMutation>(graphql`
    mutation webhookActionsDeleteMutation($input: DeleteWebhookInput!) {
      deleteWebhook(input: $input) {
        clientMutationId
      }
    }
  `);
  const act = (): void => {
    const isSamePage = notePage();
    remove({
      variables: { input: { id: props.id } },
      onCompleted: () => {
        sayAloud('The webhook is deleted.');
        if (isSamePage()) void navigate({ to: '/dev/webhooks', search: keepLens });
      },
      onError: failed(props),
    });
  };
  return (
    <AskFirst
      name="Delete"
      question={`Nothing is sent to ${url} any more, and where it stands is forgotten.`}
      answer="Delete the webhook"
      isDanger
      act={act}
    />
  );
}

interface ActionsProps {
  id: string;
  url: string;
  isPaused: boolean;
  onChanged: () => void;
}

export function Actions({ id, url, isPaused, onChanged }: ActionsProps): ReactNode {
  const [said, say] = useState<{ done?: string; problem?: string }>({});
  const secrets = useMade<string>();
  const props = { id, say, onChanged };
  return (
    <section aria-label="What can be done">
      <div className="key-actions">
        <Test {...props} />
        <Pause {...props} isPaused={isPaused} />
        <Replay {...props} />
        <Rotate {...props} onSecret={secrets.add} />
        <Remove {...props} url={url} />
      </div>
      <p role="status" className="meta">
        {said.done}
      </p>
      <Problem text={said.problem ?? null} />
      <ShownOnce
        made={secrets}
        show={(secret, newer) => ({
          title: newer === 0 ? 'The new secret' : 'A secret that was new before',
          secret,
          about: 'It is shown only now. The former one signs as well for 24 hours.',
        })}
      />
    </section>
  );
}
