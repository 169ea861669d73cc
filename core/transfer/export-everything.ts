import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import type { Collection } from '../collections/collection.ts';
import { decodeJson } from '../json.ts';
import type { MediaFile } from '../media/media-file.ts';
import type { Repositories } from '../ports/repositories.ts';
import { readAll } from '../read-all.ts';
import { isArchiveOrigin } from './archive-origin.ts';
import type { ExportedContent } from './content-record.ts';
import type { TransferPorts } from './transfer-ports.ts';

/** One line of an export. What an item refers to comes before it. */
export type ExportRecord =
  | { readonly type: 'manifest'; readonly formatVersion: 1; readonly exportedAt: number }
  | { readonly type: 'collection'; readonly collection: Collection }
  | { readonly type: 'media'; readonly file: MediaFile }
  | { readonly type: 'content'; readonly record: ExportedContent };

/** Takes one record; the next is read once it resolves. */
export type ExportSink = (record: ExportRecord) => Promise<void>;

const batch = 100;

/**
 * Hands over all collections, the records of all media and all content, as they are at one moment,
 * in constant memory. Accounts, tokens and settings stay.
 *
 * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`; what the sink throws.
 */
export const exportEverything =
  ({ unitOfWork, clock }: Pick<TransferPorts, 'unitOfWork' | 'clock'>) =>
  async (actor: Actor, sink: ExportSink): Promise<void> => {
    authorize(actor, 'administer');
    await unitOfWork.snapshot(async (repositories) => {
      await sink({ type: 'manifest', formatVersion: 1, exportedAt: clock.now() });
      const collections = await repositories.collections.list();
      for (const collection of collections) await sink({ type: 'collection', collection });
      const files = readAll((after) => repositories.media.listAfter(after, batch), idOf);
      for await (const file of files) {
        await sink({ type: 'media', file });
      }
      const names = new Map(collections.map(({ id, name }) => [id, name]));
      const authors = authorAddresses(repositories.users);
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
            // An export names what an item came from, but not the exports that it passed through.
            origin: origin !== undefined && isArchiveOrigin(origin) ? undefined : origin,
          },
        });
      }
    });
  };

const idOf = ({ id }: { readonly id: string }): string => id;

/** Looks every author up once. */
const authorAddresses = (
  users: Repositories['users'],
): ((id: string | undefined) => Promise<string | undefined>) => {
  const known = new Map<string, string | undefined>();
  return async (id) => {
    if (id === undefined) return undefined;
    if (!known.has(id)) known.set(id, (await users.findById(id))?.email);
    return known.get(id);
  };
};
