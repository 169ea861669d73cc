import { createReadStream } from 'node:fs';
import {
  mediaPresenter,
  presentAuditEntry,
  presentListed,
  presentCollectionOutcome,
  presentContentOutcome,
  presentExportRecord,
  presentLineOutcome,
  presentRestorableLine,
  presentRebasedMedia,
  presentSchemaPlan,
  presentSiteSchema,
  toCollectionRecord,
  toContentRecord,
  toMediaRecord,
  toPlannedState,
  toRestorableLine,
} from '../../../../contracts/index.ts';
import { hasCode, isDomainError, operator, type Cms } from '../../../../core/index.ts';
import { coreAdministration } from './core-administration.ts';
import { concernsOneFile, failedMedia, type TransferTarget } from './transfer-target.ts';

/** The core in this process, used as the operator. */
export const coreTarget = (
  cms: Pick<
    Cms,
    | 'audit'
    | 'collections'
    | 'content'
    | 'media'
    | 'settings'
    | 'siteSchema'
    | 'transfer'
    | 'users'
    | 'webhooks'
  >,
  mediaBaseUrl: string,
): TransferTarget => {
  const { audit, collections, media, siteSchema, transfer } = cms;
  const presentMedia = mediaPresenter(mediaBaseUrl);
  return {
    administration: coreAdministration(cms),

    collections: async () =>
      (await collections.list(operator, { includeInactive: true })).map(presentListed),

    updateSchema: async (collection, schema) => {
      await collections.update(operator, collection, { schema });
    },

    importCollections: async (incoming, options) => {
      const records = incoming.map(toCollectionRecord);
      const outcomes = await transfer.importCollections(operator, records, options);
      return outcomes.map(presentCollectionOutcome);
    },

    importContent: async ({ items, planned, ...rules }) => {
      const outcomes = await transfer.importContent(operator, {
        ...rules,
        records: items.map(toContentRecord),
        dryRun: planned !== undefined,
        planned: planned && toPlannedState(planned),
      });
      return outcomes.map(presentContentOutcome);
    },

    restoreLines: async (incoming, planned) => {
      const outcomes = await transfer.restoreLines(operator, {
        lines: incoming.map(toRestorableLine),
        dryRun: planned !== undefined,
        planned: planned && toPlannedState(planned),
      });
      return outcomes.map(presentLineOutcome);
    },

    importMedia: async (record, pathOfBytes, options) => {
      try {
        const bytes = async function* (): AsyncGenerator<Uint8Array> {
          yield* createReadStream(await pathOfBytes()) as AsyncIterable<Uint8Array>;
        };
        const imported = await transfer.importMedia(
          operator,
          toMediaRecord(record),
          bytes,
          options,
        );
        return { outcome: imported.outcome, url: presentMedia(imported.file).url };
      } catch (error) {
        if (!isDomainError(error) || !concernsOneFile(error.kind, error.code)) throw error;
        return failedMedia(error.message, error.details);
      }
    },

    exportAll: (sink) =>
      transfer.exportEverything(
        operator,
        (record) => sink(presentExportRecord(record, presentMedia)),
        (line) => sink(presentRestorableLine(line)),
      ),

    exportAudit: async (find, sink) => {
      for await (const entry of await audit.export(operator, find)) {
        await sink(presentAuditEntry(entry));
      }
    },

    openMedia: async (key) => {
      try {
        const { open } = await media.read(key);
        return await open();
      } catch (error) {
        if (hasCode(error, 'not_found')) return undefined;
        throw error;
      }
    },

    readSchema: async () => presentSiteSchema(await siteSchema.read(operator)),

    planSchema: async (schema) => presentSchemaPlan(await siteSchema.plan(operator, schema)),

    rebaseMedia: async ({ from, after, dryRun }) => {
      const command = { to: mediaBaseUrl, from, after, isDryRun: dryRun };
      return presentRebasedMedia(await media.rebase(operator, command), mediaBaseUrl);
    },
  };
};
