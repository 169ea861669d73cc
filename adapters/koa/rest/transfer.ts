import {
  mediaPresenter,
  presentCollectionOutcome,
  presentContentOutcome,
  presentExportRecord,
  toCollectionRecord,
  toContentRecord,
  toMediaRecord,
  toPlannedState,
  type Handlers,
  type transferOperations,
} from '../../../contracts/index.ts';
import type { Cms } from '../../../core/index.ts';
import type { TemporaryLines } from './temporary-lines.ts';
import type { RequestContext } from '../request-context.ts';
import { renderJson, asJsonText } from './render-json.ts';

export interface TransferHandlerOptions {
  readonly mediaBaseUrl: string;
  /** Stores an export until it is sent. */
  readonly openLines: () => Promise<TemporaryLines>;
}

export const transferHandlers = (
  { transfer }: Pick<Cms, 'transfer'>,
  { mediaBaseUrl, openLines }: TransferHandlerOptions,
): Handlers<typeof transferOperations, RequestContext> => {
  const presentMedia = mediaPresenter(mediaBaseUrl);
  return {
    importContent: async ({ body, actor }) => {
      const { items, overwrite, verbatim, fitData, onSlugClash, importedAt, dryRun } = body;
      const records = items.map(toContentRecord);
      const planned = body.planned && toPlannedState(body.planned);
      const rules = { overwrite, verbatim, fitData, onSlugClash, importedAt, dryRun, planned };
      const outcomes = await transfer.importContent(actor, { records, ...rules });
      return { data: outcomes.map(presentContentOutcome) };
    },

    importCollections: async ({ body, actor }) => {
      const records = body.collections.map(toCollectionRecord);
      const { overwrite, dryRun } = body;
      const outcomes = await transfer.importCollections(actor, records, { overwrite, dryRun });
      return { data: outcomes.map(presentCollectionOutcome) };
    },

    importMedia: async ({ query: { dryRun = false }, body, actor }) => {
      const record = toMediaRecord((await body.fields()).record);
      const bytes = () => body.file.bytes;
      const { outcome, file } = await transfer.importMedia(actor, record, bytes, { dryRun });
      const isNew = outcome === 'created' && !dryRun;
      return {
        status: isNew ? 201 : 200,
        body: { data: { outcome, file: presentMedia(file) } },
        headers: isNew ? { Location: `/api/media/${file.id}` } : {},
      };
    },

    exportAll:
      async ({ actor }) =>
      async (write) => {
        // Stored first, because a slow client would keep the database transaction open.
        const lines = await openLines();
        try {
          await transfer.exportEverything(actor, (record) =>
            lines.append(renderJson(presentExportRecord(record, presentMedia))),
          );
          for await (const line of lines.read()) await write(asJsonText(line));
        } finally {
          await lines.close();
        }
      },
  };
};
