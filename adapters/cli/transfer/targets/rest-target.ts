import { openAsBlob } from 'node:fs';
import {
  ApiError,
  type ContentOutcomeDto,
  type LineOutcomeDto,
  type PlannedStateDto,
  type RestorableLineDto,
} from '../../../../contracts/index.ts';
import type { ErrorKind } from '../../../../core/index.ts';
import { plannedBy } from '../dry-run.ts';
import { CommandError } from '../../command-errors.ts';
import { restAdministration } from './rest-administration.ts';
import { incompleteAnswer, unlessNotFound, type RestSession } from './rest-session.ts';
import {
  concernsOneFile,
  failedMedia,
  type ContentBatch,
  type TransferTarget,
} from './transfer-target.ts';

/** A service that runs elsewhere, through its REST API. */
export const restTarget = (session: RestSession): TransferTarget => ({
  administration: restAdministration(session),

  collections: async () => {
    const query = { includeInactive: true };
    return (await session.send((client) => client.listCollections({ query }))).body.data;
  },

  updateSchema: async (collection, schema) => {
    const request = { params: { name: collection }, body: { schema } };
    await session.send((client) => client.updateCollection(request));
  },

  importCollections: async (collections, options) => {
    try {
      const body = { collections, ...options };
      return (await session.send((client) => client.importCollections({ body }))).body.data;
    } catch (error) {
      const failure = failureOf(error, [400, 409, 413]);
      return collections.map(({ id, name }) => ({ id, name, outcome: 'failed', ...failure }));
    }
  },

  importContent: (batch) => sendContent(session, batch),

  restoreLines: (lines, planned) => sendLines(session, lines, planned),

  importMedia: async (record, pathOfBytes, { dryRun = false } = {}) => {
    const params = { id: record.id };
    const stored = await unlessNotFound(session.send((client) => client.getMedia({ params })));
    if (stored !== undefined) return { outcome: 'unchanged', url: stored.body.data.url };
    const file = { name: record.originalName, content: await openAsBlob(await pathOfBytes()) };
    try {
      const { body } = await session.send((client) =>
        client.importMedia({ ...(dryRun && { query: { dryRun } }), body: { record, file } }),
      );
      return { outcome: body.data.outcome, url: body.data.file.url };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!concernsOneFile(kindsByStatus.get(error.status), error.code)) throw error;
      return failedMedia(error.message, error.details);
    }
  },

  exportAll: async (sink) => {
    const answer = await unlessNotFound(session.send((client) => client.exportComplete()));
    if (answer === undefined) {
      throw new CommandError(
        `The service at ${session.url} is too old for a complete export. Update it first.`,
      );
    }
    for await (const line of readThrough(answer.body, session)) await sink(line);
  },

  exportAudit: async (query, sink) => {
    const answer = await unlessNotFound(session.send((client) => client.exportAudit({ query })));
    if (answer === undefined) {
      throw new CommandError(`The service at ${session.url} has no audit. Update it first.`);
    }
    for await (const entry of readThrough(answer.body, session)) await sink(entry);
  },

  openMedia: async (key) => {
    const params = { key };
    const file = await unlessNotFound(session.send((client) => client.getFile({ params })));
    return file && readThrough(file.body, session);
  },

  readSchema: async () => (await session.send((client) => client.getSchema())).body.data,

  planSchema: async (schema) =>
    (await session.send((client) => client.planSchema({ body: { schema } }))).body.data,

  rebaseMedia: async ({ from, after, dryRun }) => {
    const body = {
      ...(from !== undefined && { from }),
      ...(after !== undefined && { after }),
      dryRun,
    };
    return (await session.send((client) => client.rebaseMedia({ body }))).body.data;
  },
});

/** The kinds of error that can concern one file, by the status that they arrive with. */
const kindsByStatus: ReadonlyMap<number, ErrorKind> = new Map([
  [400, 'invalid'],
  [409, 'conflict'],
  [413, 'too_large'],
  [415, 'unsupported_type'],
]);

/** A batch that is rejected as a whole is sent item by item, so that a bad item fails alone. */
const sendContent = async (
  session: RestSession,
  batch: ContentBatch,
): Promise<readonly ContentOutcomeDto[]> => {
  try {
    const body = { ...batch, dryRun: batch.planned !== undefined };
    return (await session.send((client) => client.importContent({ body }))).body.data;
  } catch (error) {
    const failure = failureOf(error, [400, 413]);
    if (batch.items.length === 1) return [{ index: 0, outcome: 'failed', ...failure }];
  }
  const outcomes: ContentOutcomeDto[] = [];
  let { planned } = batch;
  for (const [index, item] of batch.items.entries()) {
    const single = { ...batch, items: [item], ...(planned && { planned }) };
    const [outcome] = await sendContent(session, single);
    if (outcome === undefined) continue;
    outcomes.push({ ...outcome, index });
    const { slugs = [] } = planned ?? {};
    planned = planned && { ...planned, slugs: [...slugs, ...plannedBy(item, outcome)] };
  }
  return outcomes;
};

/** Like {@link sendContent}. */
const sendLines = async (
  session: RestSession,
  lines: readonly RestorableLineDto[],
  planned: PlannedStateDto | undefined,
): Promise<readonly LineOutcomeDto[]> => {
  try {
    const body = { lines, dryRun: planned !== undefined, ...(planned && { planned }) };
    return (await session.send((client) => client.restoreLines({ body }))).body.data;
  } catch (error) {
    const failure = failureOf(error, [400, 413]);
    if (lines.length === 1) return [{ index: 0, outcome: 'failed', ...failure }];
  }
  const outcomes: LineOutcomeDto[] = [];
  for (const [index, line] of lines.entries()) {
    const [outcome] = await sendLines(session, [line], planned);
    if (outcome !== undefined) outcomes.push({ ...outcome, index });
  }
  return outcomes;
};

/** Why records failed. Throws the error unless it is an answer with one of the statuses. */
const failureOf = (
  error: unknown,
  statuses: readonly number[],
): Pick<ContentOutcomeDto, 'code' | 'details' | 'error' | 'issues'> => {
  if (!(error instanceof ApiError) || !statuses.includes(error.status)) throw error;
  const { message, details, code, issues } = error;
  return {
    error: message,
    ...(details && { details }),
    ...(code && { code }),
    ...(issues && { issues }),
  };
};

/** @throws CommandError when the connection breaks. */
async function* readThrough<T>(body: AsyncIterable<T>, { url }: RestSession): AsyncGenerator<T> {
  try {
    yield* body;
  } catch (error) {
    throw incompleteAnswer(url, error);
  }
}
