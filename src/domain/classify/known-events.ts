/** The events of all families of protocols, by the topic that their logs begin with. */
import { type EventShape, eventShape } from './evidence/event-shape.ts';
import type { EventRule } from './evidence/family.ts';
import { families } from './families/index.ts';

export interface KnownEvent {
  family: string;
  givesAsMuch: boolean;
  shape: EventShape;
  rule: EventRule;
}

const byTopic: ReadonlyMap<string, readonly KnownEvent[]> = Map.groupBy(
  families.flatMap(({ name, events, givesAsMuch = false }) =>
    events.map((rule): KnownEvent => ({ family: name, givesAsMuch, shape: eventShape(rule.event), rule })),
  ),
  ({ shape }) => shape.topic,
);

/** What a log may be; nothing where no family knows its topic. */
export const eventsOf = ({ topics: [topic = ''] }: { topics: readonly string[] }): readonly KnownEvent[] =>
  byTopic.get(topic) ?? [];
