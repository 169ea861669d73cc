import type { AuditNote } from '../model/audit-entry.ts';
import { accessOf, type Collection } from '../model/collection.ts';
import type { JsonText } from '../primitives/json.ts';
import type { EpochMs } from '../primitives/time.ts';
import {
  encodeEvent,
  type LocalesEvent,
  type Openness,
  type VisibilityEvent,
} from './stored-event.ts';

/**
 * What happens with a change of a collection: its activation, its deactivation and another access also change what readers
 * see, and whether it is localised what its items have.
 *
 * @param before undefined for a new collection. @param audit undefined for a part of what the audit has already.
 */
export const collectionEvents = (
  before: Collection | undefined,
  collection: Collection,
  at: EpochMs,
  audit: AuditNote | undefined,
): readonly JsonText[] => {
  const { id, name, version } = collection;
  const known = before && { name: before.name, isActive: before.isActive, version: before.version };
  const earlier = before && opennessOf(before);
  const after = opennessOf(collection);
  return [
    encodeEvent(
      { type: 'collection', id, at, name, ...after, version, before: known ?? null },
      audit,
    ),
    ...(earlier === undefined || isSameOpenness(earlier, after)
      ? []
      : [visibilityEvent({ collectionId: id, before: earlier, after }, at)]),
    ...(before === undefined || !before.baseLocale === !collection.baseLocale
      ? []
      : [localesEvent({ collectionId: id }, at)]),
  ];
};

export const localesEvent = (concerned: Omit<LocalesEvent, 'type'>, at: EpochMs): JsonText =>
  encodeEvent({ type: 'locales', at, ...concerned });

export const opennessOf = ({
  isActive,
  isPrivate,
}: Pick<Collection, 'isActive' | 'isPrivate'>): Openness => ({
  isActive,
  ...(isPrivate === true && { isPrivate }),
});

const isSameOpenness = (left: Openness, right: Openness): boolean =>
  left.isActive === right.isActive && accessOf(left) === accessOf(right);

/** What happens with the deletion of a collection. */
export const collectionDeletedEvents = (
  collection: Collection,
  at: EpochMs,
  audit: AuditNote | undefined,
): readonly JsonText[] => {
  const { id, name, version } = collection;
  const before = opennessOf(collection);
  return [
    encodeEvent({ type: 'collection', id, at, name, ...before, version, isDeleted: true }, audit),
    ...(isSameOpenness(before, { isActive: true })
      ? []
      : [visibilityEvent({ collectionId: id, before, isDeleted: true }, at)]),
  ];
};

export const visibilityEvent = (concerned: Omit<VisibilityEvent, 'type'>, at: EpochMs): JsonText =>
  encodeEvent({ type: 'visibility', at, ...concerned });

/** A user was given, or has lost, a grant in the collection. */
export const grantEvent = (userId: string, collection: Collection, at: EpochMs): JsonText => {
  const state = opennessOf(collection);
  return visibilityEvent({ userId, collectionId: collection.id, before: state, after: state }, at);
};
