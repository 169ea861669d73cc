import type { ContentItem } from '../model/content/content-item.ts';
import { contentStateOf } from '../model/content/revision.ts';
import type { Slug } from '../model/content/slug.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { CollectionInEvent, FileInEvent, ItemInEvent, RecordedEvent } from './domain-event.ts';
import type { CollectionEvent, ContentEvent, ItemOutline, StoredEvent } from './stored-event.ts';

export type RecordedDependencies = Pick<
  Dependencies,
  'contents' | 'trash' | 'revisions' | 'collections' | 'media'
>;

/**
 * What the listener learns from an event of the outbox, with what the store still has of it.
 *
 * @returns undefined for an event that is not for the listener.
 * @throws DomainError `dependency_unavailable`.
 */
export const recordedEvent = async (
  dependencies: RecordedDependencies,
  event: StoredEvent,
): Promise<RecordedEvent | undefined> => {
  switch (event.type) {
    case 'content':
      return contentEvent(dependencies, event);
    case 'collection':
      return collectionEvent(dependencies, event);
    case 'media': {
      if (event.change === 'updated') return undefined;
      const { id, filename, key } = event;
      const stored = await dependencies.media.findById(id);
      const file: FileInEvent = { ...(stored?.state === 'ready' && stored), id, filename, key };
      return { type: event.change === 'created' ? 'media.uploaded' : 'media.deleted', file };
    }
    case 'copy':
    case 'visibility':
    case 'locales':
    case 'schedule_failed':
      return undefined;
  }
};

const contentEvent = async (
  dependencies: RecordedDependencies,
  { id, before, after }: ContentEvent,
): Promise<RecordedEvent | undefined> => {
  const { contents, trash } = dependencies;
  const now = (await contents.findById(id)) ?? (await trash.find(id))?.item;
  const inFull = (outline: ItemOutline) => itemInFull(dependencies, id, outline, now);
  if (after === null) {
    return before === null ? undefined : { type: 'content.deleted', item: await inFull(before) };
  }
  const item = await inFull(after);
  return before === null
    ? { type: 'content.created', item }
    : { type: 'content.updated', before: await inFull(before), item };
};

const itemInFull = async (
  { revisions }: RecordedDependencies,
  id: string,
  outline: ItemOutline,
  now: ContentItem | undefined,
): Promise<ItemInEvent> => {
  const { version, status, slug, collectionId, title, ...placement } = outline;
  const known = { id, version, status, slug: slug as Slug, collectionId, title };
  // An item that comes back from the trash has another status than there.
  if (now?.version === version) return { ...now, ...known };
  const revision = await revisions.find(id, version);
  return { ...(revision && contentStateOf(revision)), ...placement, ...known };
};

const collectionEvent = async (
  { collections }: RecordedDependencies,
  { id, name, isActive = true, isDeleted, version = 1, before }: CollectionEvent,
): Promise<RecordedEvent> => {
  const known = { id, name, isActive, version };
  if (isDeleted === true) return { type: 'collection.deleted', collection: known };
  const now = await collections.findById(id);
  const collection: CollectionInEvent = now?.version === version ? { ...now, ...known } : known;
  return before === null
    ? { type: 'collection.created', collection }
    : { type: 'collection.updated', before: { ...known, ...before }, collection };
};
