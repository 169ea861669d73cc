import type { ContentEvent, CopyEvent, StoredEvent } from '../events/stored-event.ts';
import type { Perspective } from '../model/preview.ts';
import type { PlacedEvent } from '../ports/repositories/outbox-repository.ts';
import type { EpochMs } from '../primitives/time.ts';

export type ItemEvent = (ContentEvent | CopyEvent) & {
  readonly at: EpochMs;
  readonly position: number;
};

/** All events of a page about one thing, in the place of the first. */
export type EventGroup = { readonly position: number } & (
  | { readonly kind: 'item'; readonly id: string; readonly events: ItemEvent[] }
  | { readonly kind: 'other'; readonly events: Exclude<StoredEvent, ContentEvent | CopyEvent>[] }
);

/** What an event is about. */
const subjectOf = (event: StoredEvent): string => {
  switch (event.type) {
    case 'content':
    case 'copy':
      return `item ${event.id}`;
    case 'media':
    case 'collection':
      return `${event.type} ${event.id}`;
    case 'visibility':
      return `visibility ${event.collectionId ?? ''} ${event.userId ?? ''}`;
    case 'locales':
      return `locales ${event.collectionId ?? ''}`;
    case 'schedule_failed':
      return '';
  }
};

/** Groups what readers in the perspective may learn, by its first event. */
export const groupEvents = (
  placed: readonly PlacedEvent[],
  perspective: Perspective,
): readonly EventGroup[] => {
  const groups = new Map<string, EventGroup>();
  for (const { position, event: text } of placed) {
    const event = JSON.parse(text) as StoredEvent;
    if (event.type === 'schedule_failed') continue;
    if (event.type === 'copy' && perspective === 'published') continue;
    const subject = subjectOf(event);
    const group = groups.get(subject);
    if (event.type === 'content' || event.type === 'copy') {
      if (group?.kind === 'item') group.events.push({ ...event, position });
      else
        groups.set(subject, {
          kind: 'item',
          position,
          id: event.id,
          events: [{ ...event, position }],
        });
    } else if (group?.kind === 'other') {
      group.events.push(event);
    } else {
      groups.set(subject, { kind: 'other', position, events: [event] });
    }
  }
  return [...groups.values()];
};
