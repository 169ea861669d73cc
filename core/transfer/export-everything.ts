import { authorize } from '../access/policy.ts';
import { audited } from '../events/record-audit.ts';
import type { Actor } from '../model/actor.ts';
import type { Collection } from '../model/collection.ts';
import type { MediaFile } from '../model/media/media-file.ts';
import type { Dependencies } from '../ports/ports.ts';
import { readAll } from '../primitives/paging.ts';
import type { EpochMs } from '../primitives/time.ts';
import type { ExportedContent } from './content-record.ts';
import { exportedContent, namingOf } from './exported-content.ts';
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
      const items = readAll((after) => repositories.contents.listAfter(after, batch), idOf);
      for await (const item of items) {
        await sink({ type: 'content', record: await exportedContent(item, naming) });
      }
      if (restorable === undefined) return;
      for await (const line of restorableLines(repositories, naming)) await restorable(line);
    });
  };

const idOf = ({ id }: { readonly id: string }): string => id;
