import {
  mediaPresenter,
  presentCollectionOutcome,
  presentContentOutcome,
  presentExportRecord,
  presentLineOutcome,
  presentRestorableLine,
  toCollectionRecord,
  toContentRecord,
  toMediaRecord,
  toPlannedState,
  toRestorableLine,
  type Handlers,
  type JsonTextOf,
  type transferOperations,
} from '../../../contracts/index.ts';
import type { Cms, ExportSink, RestorableSink } from '../../../core/index.ts';
import type { TemporaryLines } from './answers/temporary-lines.ts';
import type { RequestContext } from '../request-context.ts';
import { renderJson, asJsonText } from './answers/render-json.ts';

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

  /** Stored first, because a slow client would keep the database transaction open. */
  const spooled =
    (run: (append: ExportSink, appendRestorable: RestorableSink) => Promise<void>) =>
    async (write: (line: JsonTextOf<never>) => Promise<void>): Promise<void> => {
      const lines = await openLines();
      try {
        await run(
          (record) => lines.append(renderJson(presentExportRecord(record, presentMedia))),
          (line) => lines.append(renderJson(presentRestorableLine(line))),
        );
        for await (const line of lines.read()) await write(asJsonText(line));
      } finally {
        await lines.close();
      }
    };

  return {
    importContent: async ({ body, actor }) => {
      const { items, ...given } = body;
      const { overwrite, verbatim, fitData, onSlugClash, historyFollows, importedAt, dryRun } =
        given;
      const records = items.map(toContentRecord);
      const planned = body.planned && toPlannedState(body.planned);
      const rules = { overwrite, verbatim, fitData, onSlugClash, historyFollows, importedAt };
      const outcomes = await transfer.importContent(actor, { records, ...rules, dryRun, planned });
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

    restoreLines: async ({ body, actor }) => {
      const lines = body.lines.map(toRestorableLine);
      const planned = body.planned && toPlannedState(body.planned);
      const outcomes = await transfer.restoreLines(actor, { lines, dryRun: body.dryRun, planned });
      return { data: outcomes.map(presentLineOutcome) };
    },

    exportAll: async ({ actor }) => spooled((append) => transfer.exportEverything(actor, append)),

    exportComplete: async ({ actor }) =>
      spooled((append, appendRestorable) =>
        transfer.exportEverything(actor, append, appendRestorable),
      ),
  };
};
