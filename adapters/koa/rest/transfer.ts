import {
  mediaPresenter,
  presentCollectionOutcome,
  presentContentOutcome,
  presentExportRecord,
  presentMediaOutcome,
  toCollectionRecord,
  toContentRecord,
  toMediaRecord,
  type Handlers,
  type transferOperations,
} from '../../../contracts/index.ts';
import type { Cms } from '../../../core/index.ts';
import type { RequestContext } from '../request-context.ts';
import type { Spool } from '../spool.ts';
import { renderJson, vouchedJson } from './render-json.ts';

export interface TransferHandlerOptions {
  readonly mediaBaseUrl: string;
  /** Holds an export on its way out. */
  readonly openSpool: () => Promise<Spool>;
}

export const transferHandlers = (
  { transfer }: Pick<Cms, 'transfer'>,
  { mediaBaseUrl, openSpool }: TransferHandlerOptions,
): Handlers<typeof transferOperations, RequestContext> => {
  const presentMedia = mediaPresenter(mediaBaseUrl);
  return {
    importContent: async ({ body: { items, overwrite, verbatim }, actor }) => {
      const records = items.map(toContentRecord);
      const outcomes = await transfer.importContent(actor, { records, overwrite, verbatim });
      return { data: outcomes.map(presentContentOutcome) };
    },

    importCollections: async ({ body, actor }) => {
      const records = body.collections.map(toCollectionRecord);
      const { overwrite } = body;
      const outcomes = await transfer.importCollections(actor, records, { overwrite });
      return { data: outcomes.map(presentCollectionOutcome) };
    },

    importMedia: async ({ body: { file, fields }, actor }) => {
      const record = toMediaRecord((await fields()).record);
      const imported = await transfer.importMedia(actor, record, () => file.bytes);
      const isNew = imported.outcome === 'created';
      return {
        status: isNew ? 201 : 200,
        body: { data: presentMediaOutcome(imported, presentMedia) },
        headers: isNew ? { Location: `/api/media/${imported.file.id}` } : {},
      };
    },

    exportAll:
      async ({ actor }) =>
      async (write) => {
        // Written down first: a slow client must not keep a transaction of the database open.
        const spool = await openSpool();
        try {
          await transfer.exportEverything(actor, (record) =>
            spool.append(renderJson(presentExportRecord(record, presentMedia))),
          );
          for await (const line of spool.lines()) await write(vouchedJson(line));
        } finally {
          await spool.close();
        }
      },
  };
};
