import { authorize } from '../access/policy.ts';
import type { Actor } from '../model/actor.ts';
import { namesById, type Collection } from '../model/collection.ts';
import type { MediaFile } from '../model/media-file.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Repositories } from '../ports/store.ts';
import { decodeJson } from '../primitives/json.ts';
import { readAll } from '../primitives/paging.ts';
import { isArchiveOrigin, type ExportedContent } from './content-record.ts';

/** One line of an export. Collections and media come before the items that refer to them. */
export type ExportRecord =
  | { readonly type: 'manifest'; readonly formatVersion: 1; readonly exportedAt: number }
  | { readonly type: 'collection'; readonly collection: Collection }
  | { readonly type: 'media'; readonly file: MediaFile }
  | { readonly type: 'content'; readonly record: ExportedContent };

/** Receives one record. The next record is read after the promise resolves. */
export type ExportSink = (record: ExportRecord) => Promise<void>;

const batch = 100;

/**
 * Exports all collections, all media records and all content from one snapshot, in constant memory.
 * Does not export accounts, API tokens and settings.
 *
 * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`; what the sink throws.
 */
export const exportEverything =
  ({ store, clock }: Pick<Dependencies, 'store' | 'clock'>) =>
  async (actor: Actor, sink: ExportSink): Promise<void> => {
    authorize(actor, 'administer');
    await store.consistently(async (repositories) => {
      await sink({ type: 'manifest', formatVersion: 1, exportedAt: clock.now() });
      const collections = await repositories.collections.list();
      for (const collection of collections) await sink({ type: 'collection', collection });
      const files = readAll((after) => repositories.media.listAfter(after, batch), idOf);
      for await (const file of files) {
        await sink({ type: 'media', file });
      }
      const names = namesById(collections);
      const authors = authorEmails(repositories.users);
      const items = readAll((after) => repositories.contents.listAfter(after, batch), idOf);
      for await (const item of items) {
        const { id, title, slug, status, createdAt, updatedAt, version, origin } = item;
        await sink({
          type: 'content',
          record: {
            id,
            collection: names.get(item.collectionId) ?? '',
            title,
            slug,
            status,
            data: decodeJson(item.data),
            createdAt,
            updatedAt,
            version,
            author: await authors(item.authorId),
            // The origin of an item whose only source is an export is not exported.
            origin: origin !== undefined && isArchiveOrigin(origin) ? undefined : origin,
          },
        });
      }
    });
  };

const idOf = ({ id }: { readonly id: string }): string => id;

/** Looks every author up once. */
const authorEmails = (
  users: Repositories['users'],
): ((id: string | undefined) => Promise<string | undefined>) => {
  const emails = new Map<string, string | undefined>();
  return async (id) => {
    if (id === undefined) return undefined;
    if (!emails.has(id)) emails.set(id, (await users.findById(id))?.email);
    return emails.get(id);
  };
};
