import type { Actor } from '../model/actor.ts';
import type { ImportOutcome } from '../transfer/content-record.ts';
import {
  exportEverything,
  type ExportSink,
  type RestorableSink,
} from '../transfer/export-everything.ts';
import {
  importCollections,
  type CollectionOutcome,
  type CollectionRecord,
  type CollectionRules,
} from '../transfer/import-collections.ts';
import { importContent, type ImportContent } from '../transfer/import-content.ts';
import {
  importMedia,
  type ImportedMedia,
  type MediaRecord,
  type MediaRules,
} from '../transfer/import-media.ts';
import { restoreLines, type LineOutcome, type RestoreLines } from '../transfer/restore-lines.ts';
import type { UseCaseDependencies } from './dependencies.ts';

/** Import and export. */
export interface TransferUseCases {
  /**
   * Imports exported collections. A record replaces the collection with its name or, if there is none, the one with its
   * id, which keeps its current name. An empty collection with another id takes the exported id if it is free;
   * otherwise it keeps its id, which the outcome reports. Items refer to their collection by name, so a different id
   * does not matter. A collection that was edited here after the record's `updatedAt` is kept unless `overwrite` is
   * set.
   *
   * @returns one outcome per record, in order. Records do not affect each other.
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`.
   */
  readonly importCollections: (
    actor: Actor,
    records: readonly CollectionRecord[],
    rules?: CollectionRules,
  ) => Promise<readonly CollectionOutcome[]>;

  /**
   * Imports a batch. Each record is stored completely or not at all, independently of the others. A record that equals
   * its item changes nothing; an item that was edited here since it was imported is kept unless `overwrite` is set. An
   * import can give an item any status. A dry run asks the hooks and returns the same outcomes, unless the content
   * changes before the import.
   *
   * @returns one outcome per record, in order.
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`; for a planned collection `invalid_input`,
   *   `invalid_text`, `invalid_schema`.
   */
  readonly importContent: (
    actor: Actor,
    command: ImportContent,
  ) => Promise<readonly ImportOutcome[]>;

  /**
   * Imports a media file. An existing file with its id is not changed.
   *
   * @param body called only if the bytes are needed.
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`, `invalid_input`, `invalid_text`,
   *   `invalid_folder`, `media_type_refused`, `file_too_large`, `blocked_by_hook`, `id_taken`; `dependency_unavailable`
   *   if it took too long; what the body throws.
   */
  readonly importMedia: (
    actor: Actor,
    record: MediaRecord,
    body: () => AsyncIterable<Uint8Array>,
    rules?: MediaRules,
  ) => Promise<ImportedMedia>;

  /**
   * Restores lines of a complete export, those of the trash first. Nothing that is stored changes: a line is left out
   * if its item was changed here, and if something else is in its place. No hook is asked, because nothing is
   * published.
   *
   * @returns one outcome per line, in order. Lines do not affect each other.
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`; for a planned collection `invalid_input`,
   *   `invalid_text`, `invalid_schema`.
   */
  readonly restoreLines: (actor: Actor, command: RestoreLines) => Promise<readonly LineOutcome[]>;

  /**
   * Exports all collections, all media records and all content from one snapshot, in constant memory. Does not export
   * accounts, API tokens, webhooks and settings.
   *
   * @param restorable makes the export complete: also receives the trash, and then the revisions, working copies,
   *   planned changes and former slugs of all items.
   * @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`; what the sink throws.
   */
  readonly exportEverything: (
    actor: Actor,
    sink: ExportSink,
    restorable?: RestorableSink,
  ) => Promise<void>;
}

export const transferUseCases = (dependencies: UseCaseDependencies): TransferUseCases => ({
  importCollections: importCollections(dependencies),
  importContent: importContent(dependencies),
  importMedia: importMedia(dependencies),
  restoreLines: restoreLines(dependencies),
  exportEverything: exportEverything(dependencies),
});
