import type { DeliveryDto, WebhookDto } from '../../../../contracts/operations/webhooks.ts';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import type { WebhookEventType, WebhookKind } from '../../../../contracts/client/vocabulary.ts';
import { formatTime } from '../../components/time.tsx';

export const kindNames: Readonly<Record<WebhookKind, string>> = {
  event: 'Events',
  deploy: 'Builds',
};

/** In groups, as people choose them. */
export const eventGroups: readonly {
  readonly name: string;
  readonly events: readonly (readonly [type: WebhookEventType, label: string])[];
}[] = [
  {
    name: 'Content',
    events: [
      ['content.created', 'Created'],
      ['content.updated', 'Updated'],
      ['content.published', 'Published'],
      ['content.unpublished', 'Unpublished'],
      ['content.archived', 'Archived'],
      ['content.deleted', 'Deleted'],
      ['content.restored', 'Restored from the trash'],
      ['content.schedule_failed', 'A planned change failed'],
    ],
  },
  {
    name: 'Media',
    events: [
      ['media.created', 'Uploaded'],
      ['media.updated', 'Updated'],
      ['media.deleted', 'Deleted'],
    ],
  },
  { name: 'Collections', events: [['collection.changed', 'Changed']] },
];

export const eventCount = eventGroups.reduce((sum, { events }) => sum + events.length, 0);

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** “4 events in Blog posts”, “Every change”. */
export const askedFor = (
  { kind, events, collections }: WebhookDto,
  all: readonly CollectionDto[],
): string => {
  const what =
    kind === 'deploy'
      ? 'Every change'
      : events.length === eventCount
        ? 'All events'
        : plural(events.length, 'event');
  if (collections.length === 0) return what;
  const names = collections.map(
    (name) => all.find((each) => each.name === name)?.displayName ?? 'a deleted collection',
  );
  return `${what} in ${names.join(', ')}`;
};

type State = Pick<WebhookDto, 'active' | 'failingSince' | 'switchedOffAt' | 'switchedOffReason'>;

export const WebhookChip = ({ active, failingSince, switchedOffAt, switchedOffReason }: State) => {
  if (switchedOffAt !== null) {
    return (
      <span class="chip bad" title={`On ${formatTime(switchedOffAt)}: ${switchedOffReason}`}>
        Switched off: failing
      </span>
    );
  }
  if (!active) return <span class="chip">Off</span>;
  return failingSince === null ? (
    <span class="chip good">On</span>
  ) : (
    <span class="chip draft" title={`Since ${formatTime(failingSince)}`}>
      Failing
    </span>
  );
};

const states: Readonly<Record<DeliveryDto['state'], readonly [name: string, kind: string]>> = {
  waiting: ['Waiting', 'draft'],
  delivered: ['Delivered', 'good'],
  failed: ['Failed', 'bad'],
  replaced: ['Replaced', ''],
  cancelled: ['Cancelled', ''],
};

export const DeliveryChip = ({ state }: Pick<DeliveryDto, 'state'>) => {
  const [name, kind] = states[state];
  return <span class={`chip ${kind}`}>{name}</span>;
};

/** What came of the last request, in a few words. */
export const resultOf = ({ status, error, attempts, state }: DeliveryDto): string => {
  if (status !== null) return `Status ${status}`;
  if (error !== null) return 'No response';
  return attempts > 0 && state === 'waiting' ? 'On its way' : 'Not sent yet';
};

export const durationOf = ({ duration }: Pick<DeliveryDto, 'duration'>): string => {
  if (duration === null) return '–';
  return duration < 1_000 ? `${duration} ms` : `${(duration / 1_000).toFixed(1)} s`;
};

/** The body of a request, with line breaks. */
export const readable = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};
