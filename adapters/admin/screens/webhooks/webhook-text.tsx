import type { DeliveryDto, WebhookDto } from '../../../../contracts/operations/webhooks.ts';
import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import type { WebhookEventType, WebhookKind } from '../../../../contracts/client/vocabulary.ts';
import { counted } from '../../catalogue/forms.ts';
import { languageTag } from '../../catalogue/language.ts';
import { t } from '../../catalogue/texts.ts';
import { formatTime } from '../../components/format-time.ts';
import { localeName } from '../../shell/locales.ts';

export const kindNames: Readonly<Record<WebhookKind, string>> = {
  event: t.webhooks.events,
  deploy: t.webhooks.builds,
};

/** In groups, as people choose them. */
export const eventGroups: readonly {
  readonly name: string;
  readonly events: readonly (readonly [type: WebhookEventType, label: string])[];
}[] = [
  {
    name: t.common.content,
    events: [
      ['content.created', t.common.created],
      ['content.updated', t.common.updated],
      ['content.published', t.webhooks.published],
      ['content.unpublished', t.webhooks.unpublished],
      ['content.archived', t.webhooks.archived],
      ['content.deleted', t.webhooks.deletedEvent],
      ['content.restored', t.webhooks.restored],
      ['content.schedule_failed', t.webhooks.planFailed],
    ],
  },
  {
    name: t.common.media,
    events: [
      ['media.created', t.webhooks.uploaded],
      ['media.updated', t.common.updated],
      ['media.deleted', t.webhooks.deletedEvent],
    ],
  },
  { name: t.common.collections, events: [['collection.changed', t.webhooks.changed]] },
];

export const eventCount = eventGroups.reduce((sum, { events }) => sum + events.length, 0);

/** “4 events in Blog posts”, “Every change, in Deutsch”. */
export const askedFor = (
  { kind, events, collections, locales }: WebhookDto,
  all: readonly CollectionDto[],
): string => {
  const what =
    kind === 'deploy'
      ? t.webhooks.everyChange
      : events.length === eventCount
        ? t.webhooks.allEvents
        : counted(events.length, t.webhooks.eventCount);
  const names = collections.map(
    (name) => all.find((each) => each.name === name)?.displayName ?? t.webhooks.deletedCollection,
  );
  const about = names.length === 0 ? what : t.webhooks.inCollections(what, names.join(', '));
  return locales.length === 0
    ? about
    : t.webhooks.inLanguages(about, locales.map(localeName).join(', '));
};

type State = Pick<WebhookDto, 'active' | 'failingSince' | 'switchedOffAt' | 'switchedOffReason'>;

export const WebhookChip = ({ active, failingSince, switchedOffAt, switchedOffReason }: State) => {
  if (switchedOffAt !== null) {
    return (
      <span
        class="chip bad"
        title={t.webhooks.offSince(formatTime(switchedOffAt), switchedOffReason)}
      >
        {t.webhooks.offFailing}
      </span>
    );
  }
  if (!active) return <span class="chip">{t.webhooks.off}</span>;
  return failingSince === null ? (
    <span class="chip good">{t.webhooks.on}</span>
  ) : (
    <span class="chip draft" title={t.webhooks.failingSince(formatTime(failingSince))}>
      {t.webhooks.failing}
    </span>
  );
};

const states: Readonly<Record<DeliveryDto['state'], readonly [name: string, kind: string]>> = {
  waiting: [t.deliveries.waiting, 'draft'],
  delivered: [t.deliveries.delivered, 'good'],
  failed: [t.deliveries.failed, 'bad'],
  replaced: [t.deliveries.replaced, ''],
  cancelled: [t.deliveries.cancelled, ''],
};

export const DeliveryChip = ({ state }: Pick<DeliveryDto, 'state'>) => {
  const [name, kind] = states[state];
  return <span class={`chip ${kind}`}>{name}</span>;
};

/** What came of the last request, in a few words. */
export const resultOf = ({ status, error, attempts, state }: DeliveryDto): string => {
  if (status !== null) return t.deliveries.status(status);
  if (error !== null) return t.deliveries.noResponse;
  return attempts > 0 && state === 'waiting' ? t.deliveries.onItsWay : t.deliveries.notSentYet;
};

const seconds = new Intl.NumberFormat(languageTag, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

export const durationOf = ({ duration }: Pick<DeliveryDto, 'duration'>): string => {
  if (duration === null) return '–';
  return duration < 1_000 ? `${duration} ms` : `${seconds.format(duration / 1_000)} s`;
};

/** The body of a request, with line breaks. */
export const readable = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};
