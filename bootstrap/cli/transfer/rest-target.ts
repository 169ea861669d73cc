import { openAsBlob } from 'node:fs';
import type {
  CollectionDto,
  CollectionOutcomeDto,
  ContentOutcomeDto,
  ExportLineDto,
  MediaFileDto,
  MediaOutcomeDto,
} from '../../../contracts/index.ts';
import type { ErrorKind } from '../../../core/index.ts';
import { CommandError } from '../command-error.ts';
import { readObject } from './incoming-records.ts';
import { maxLineBytes, readLines } from './line-reader.ts';
import { isAboutOne } from './refusal-of-one.ts';
import { brokenOff, readError, readJson, type RestClient } from './rest-client.ts';
import type { ContentBatch, MediaResult, TransferTarget } from './transfer-target.ts';

/** A service that runs elsewhere, over its REST API. */
export const restTarget = (client: RestClient): TransferTarget => ({
  collectionNames: async () => {
    const path = '/api/collections?includeInactive=true';
    const collections = await readData<readonly CollectionDto[]>(
      await client.send({ method: 'GET', path }),
    );
    return collections.map(({ name }) => name);
  },

  importCollections: async (collections, { overwrite }) => {
    const response = await client.send({
      method: 'POST',
      path: '/api/transfer/collections',
      accept: [400, 409, 413],
      body: async () => JSON.stringify({ collections, overwrite }),
    });
    if (response.ok) return readData<readonly CollectionOutcomeDto[]>(response);
    const refusal = await readError(response);
    return collections.map(({ id, name }) => ({ id, name, outcome: 'failed', ...refusal }));
  },

  importContent: (batch) => sendContent(client, batch),

  importMedia: async (record, path) => {
    const known = await client.send({
      method: 'GET',
      path: `/api/media/${record.id}`,
      accept: [404],
    });
    if (known.ok) {
      return { outcome: 'unchanged', url: (await readData<MediaFileDto>(known)).url };
    }
    await known.body?.cancel();
    const response = await client.send({
      method: 'POST',
      path: '/api/transfer/media',
      accept: [...refusalKinds.keys()],
      body: async () => {
        const form = new FormData();
        form.append('record', JSON.stringify(record));
        form.append('file', await openAsBlob(path), record.originalName);
        return form;
      },
    });
    return readMediaResult(response);
  },

  exportAll: async (sink) => {
    const response = await client.send({ method: 'GET', path: '/api/transfer/export' });
    for await (const { text } of readLines(bytesOf(response), maxLineBytes)) {
      const { value } = text === undefined ? {} : readObject(text);
      if (value === undefined) throw new CommandError('The export of the service cannot be read.');
      await sink(value as unknown as ExportLineDto);
    }
  },

  openMedia: async (key) => {
    const response = await client.send({ method: 'GET', path: `/files/${key}`, accept: [404] });
    if (response.ok) return bytesOf(response);
    await response.body?.cancel();
    return undefined;
  },
});

/** What refusals that may be about one file mean. */
const refusalKinds: ReadonlyMap<number, ErrorKind> = new Map([
  [400, 'invalid'],
  [403, 'forbidden'],
  [409, 'conflict'],
  [413, 'too_large'],
  [415, 'unsupported_type'],
]);

/** A body that is refused as a whole is sent again one by one, so that one item cannot spoil the others. */
const sendContent = async (
  client: RestClient,
  batch: ContentBatch,
): Promise<readonly ContentOutcomeDto[]> => {
  const response = await client.send({
    method: 'POST',
    path: '/api/transfer/content',
    accept: [400, 413],
    body: async () => JSON.stringify(batch),
  });
  if (response.ok) return readData<readonly ContentOutcomeDto[]>(response);
  const refusal = await readError(response);
  if (batch.items.length === 1) return [{ index: 0, outcome: 'failed', ...refusal }];
  const outcomes: ContentOutcomeDto[] = [];
  for (const [index, item] of batch.items.entries()) {
    const [outcome] = await sendContent(client, { ...batch, items: [item] });
    if (outcome !== undefined) outcomes.push({ ...outcome, index });
  }
  return outcomes;
};

const readMediaResult = async (response: Response): Promise<MediaResult> => {
  if (response.ok) {
    const { outcome, file } = await readData<MediaOutcomeDto>(response);
    return { outcome, url: file.url };
  }
  const { error, details, code } = await readError(response);
  const kind = refusalKinds.get(response.status);
  if (kind === undefined || !isAboutOne({ kind, code })) {
    throw new CommandError(`The service refused: ${error}.`);
  }
  return { outcome: 'failed', error: details === undefined ? error : `${error}. ${details}` };
};

const readData = async <T>(response: Response): Promise<T> => {
  const { data } = (await readJson(response)) as { readonly data: T };
  return data;
};

async function* bytesOf({ body, url }: Response): AsyncGenerator<Uint8Array> {
  try {
    if (body !== null) yield* body;
  } catch (error) {
    throw brokenOff(url, error);
  }
}
