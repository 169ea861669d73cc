import type { DecidedChange } from '../model/content-change.ts';
import type { ContentItem } from '../model/content-item.ts';
import type { ScheduledChange } from '../model/schedule.ts';
import { encodeJson, type JsonObject, type JsonText } from '../primitives/json.ts';

/**
 * A change of content as the outbox stores it: small, whatever the size of the item.
 *
 * @param at epoch milliseconds.
 * @returns `{ type: "content", id, at, before, after }`. `before` is null for a new item and for one from the trash, which
 *   also has `restored: true`; `after` is null for a deleted one.
 */
export const contentEvent = (change: DecidedChange, at: number): JsonText => {
  const { kind, item } = change;
  const before = kind === 'update' ? change.before : kind === 'delete' ? item : undefined;
  return encodeJson({
    type: 'content',
    id: item.id,
    at,
    before: before === undefined ? null : outlineOf(before),
    after: kind === 'delete' ? null : outlineOf(item),
    ...(kind === 'recover' && { restored: true }),
  });
};

const outlineOf = ({ version, status, slug, collectionId, title }: ContentItem): JsonObject => ({
  version,
  status,
  slug,
  collectionId,
  title,
});

/**
 * The failure of a planned change as the outbox stores it.
 *
 * @param at epoch milliseconds.
 * @returns `{ type: "schedule_failed", id, at, action, scheduledFor, scheduledBy, reason }`.
 */
export const scheduleFailedEvent = (
  { contentId, action, at: scheduledFor, scheduledBy }: ScheduledChange,
  reason: string,
  at: number,
): JsonText =>
  encodeJson({
    type: 'schedule_failed',
    id: contentId,
    at,
    action,
    scheduledFor,
    scheduledBy: scheduledBy ?? null,
    reason,
  });
