import { createReadStream } from 'node:fs';
import {
  mediaPresenter,
  presentCollectionOutcome,
  presentContentOutcome,
  presentExportRecord,
  presentRebasedMedia,
  toCollectionRecord,
  toContentRecord,
  toMediaRecord,
} from '../../../contracts/index.ts';
import { hasCode, isDomainError, operator, type Cms } from '../../../core/index.ts';
import { concernsOneFile, failedMedia, type TransferTarget } from './transfer-target.ts';

/** The core in this process, used as the operator. */
export const coreTarget = (
  { collections, media, transfer }: Pick<Cms, 'collections' | 'media' | 'transfer'>,
  mediaBaseUrl: string,
): TransferTarget => {
  const presentMedia = mediaPresenter(mediaBaseUrl);
  return {
    collectionNames: async () => {
      const all = await collections.list(operator, { includeInactive: true });
      return all.map(({ name }) => name);
    },

    importCollections: async (incoming, { overwrite }) => {
      const records = incoming.map(toCollectionRecord);
      const outcomes = await transfer.importCollections(operator, records, { overwrite });
      return outcomes.map(presentCollectionOutcome);
    },

    importContent: async ({ items, overwrite, verbatim }) => {
      const records = items.map(toContentRecord);
      const outcomes = await transfer.importContent(operator, { records, overwrite, verbatim });
      return outcomes.map(presentContentOutcome);
    },

    importMedia: async (record, path) => {
      try {
        const bytes = () => createReadStream(path);
        const imported = await transfer.importMedia(operator, toMediaRecord(record), bytes);
        return { outcome: imported.outcome, url: presentMedia(imported.file).url };
      } catch (error) {
        if (!isDomainError(error) || !concernsOneFile(error.kind, error.code)) throw error;
        return failedMedia(error.message, error.details);
      }
    },

    exportAll: (sink) =>
      transfer.exportEverything(operator, (record) =>
        sink(presentExportRecord(record, presentMedia)),
      ),

    openMedia: async (key) => {
      try {
        const { open } = await media.read(key);
        return await open();
      } catch (error) {
        if (hasCode(error, 'not_found')) return undefined;
        throw error;
      }
    },

    rebaseMedia: async ({ from, after, dryRun }) => {
      const command = { to: mediaBaseUrl, from, after, isDryRun: dryRun };
      return presentRebasedMedia(await media.rebase(operator, command), mediaBaseUrl);
    },
  };
};
