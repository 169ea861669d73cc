import { authorize } from '../access/policy.ts';
import { audited } from '../events/record-audit.ts';
import type { Actor } from '../model/actor.ts';
import type { Collection } from '../model/collection.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import type { TranslationSource } from '../model/content/translation-source.ts';
import type { MediaFile } from '../model/media/media-file.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Repositories } from '../ports/store.ts';
import { readAll } from '../primitives/paging.ts';
import type { EpochMs } from '../primitives/time.ts';
import type { ExportedContent } from './content-record.ts';
import { exportedContent, namingOf, sourcesOf } from './exported-content.ts';
import { restorableLines } from './export-lines.ts';
import type { RestorableLine } from './restorable-line.ts';

/** One line of an export. Collections and media come before the items that refer to them. */
export type ExportRecord =
  | {
      readonly type: 'manifest';
      readonly formatVersion: 1;
      readonly exportedAt: EpochMs;
      /** Whether the export is complete; absent if not. */
      readonly complete?: true;
    }
  | { readonly type: 'collection'; readonly collection: Collection }
  | { readonly type: 'media'; readonly file: MediaFile }
  | { readonly type: 'content'; readonly record: ExportedContent };

/** Receives one record. The next record is read after the promise resolves. */
export type ExportSink = (record: ExportRecord) => Promise<void>;

/** Like {@link ExportSink}, for what only a complete export contains. */
export type RestorableSink = (line: RestorableLine) => Promise<void>;

const batch = 100;

export const exportEverything =
  ({ store, clock }: Pick<Dependencies, 'store' | 'clock'>) =>
  async (actor: Actor, sink: ExportSink, restorable?: RestorableSink): Promise<void> => {
    authorize(actor, 'administer');
    // Before the export, which is a read: nobody gets it without an entry.
    await audited(
      { store },
      actor,
      async () => undefined,
      () => ({ action: 'export.create', detail: restorable && 'complete' }),
    );
    await store.consistently(async (repositories) => {
      await sink({
        type: 'manifest',
        formatVersion: 1,
        exportedAt: clock.now(),
        ...(restorable !== undefined && { complete: true }),
      });
      const collections = await repositories.collections.list();
      for (const collection of collections) await sink({ type: 'collection', collection });
      const files = readAll((after) => repositories.media.listAfter(after, batch), idOf);
      for await (const file of files) {
        await sink({ type: 'media', file });
      }
      const naming = namingOf(collections, repositories.users);
      const items = readAll((after) => itemsAfter(repositories, after), idOf);
      for await (const { source, formerIds = [], ...item } of items) {
        const record = await exportedContent(item, naming, source);
        await sink({
          type: 'content',
          record: formerIds.length === 0 ? record : { ...record, formerIds },
        });
      }
      if (restorable === undefined) return;
      for await (const line of restorableLines(repositories, naming)) await restorable(line);
    });
  };

interface ExportedItem extends ContentItem {
  readonly source?: TranslationSource | undefined;
  readonly formerIds?: readonly string[] | undefined;
}

/**
 * Items with what they were made from, as translations, and with the ids of deleted items that lead to their groups: of each
 * group, the first item has them. Items without a locale cost nothing.
 */
const itemsAfter = async (
  {
    contents,
    translations,
    references,
  }: Pick<Repositories, 'contents' | 'translations' | 'references'>,
  after: string | undefined,
): Promise<readonly ExportedItem[]> => {
  const items = await contents.listAfter(after, batch);
  const ids = items.flatMap(({ id, locale }) => (locale === undefined ? [] : [id]));
  if (ids.length === 0) return items;
  const sources = await sourcesOf(translations, items);
  const groups = await references.findGroups(ids);
  const formerIds = new Map(
    groups.map(({ items: members, ...group }) => [members.toSorted()[0], group.formerIds]),
  );
  return items.map((item) => ({
    ...item,
    source: sources.get(item.id),
    formerIds: formerIds.get(item.id),
  }));
};

const idOf = ({ id }: { readonly id: string }): string => id;
