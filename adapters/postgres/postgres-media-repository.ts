import {
  mediaWords,
  withDetails,
  type MediaDetails,
  type MediaFilter,
  type MediaQuery,
  type MediaReplacement,
  type MediaRepository,
} from '../../core/store.ts';
import {
  objectKeyOf,
  type JsonText,
  type LocaleCode,
  type MediaFile,
  type MediaFolder,
  type MediaState,
} from '../../core/vocabulary.ts';
import type { DatabaseSession } from './connection/database-session.ts';
import {
  execute,
  executeReturning,
  query,
  type Statement,
  type Value,
} from './connection/statement.ts';
import { mediaCount, mediaFolders, mediaPage } from './media-lists.ts';
import { mediaFiles } from './media-row.ts';
import * as statements from './media-statements.ts';

/** As a vector that PostgreSQL does not parse: words are letters, digits and marks. */
const vectorOf = (file: Parameters<typeof mediaWords>[0]): string =>
  mediaWords(file)
    .map((word) => `'${word}'`)
    .join(' ');

const jsonOf = (texts: MediaFile['texts']): string | null =>
  texts === undefined ? null : JSON.stringify(texts);

/** What the words of a file come from, besides its address. */
const sourcesOf = ({ originalName, alt, caption, texts }: MediaFile): readonly Value[] => [
  originalName,
  alt,
  caption,
  jsonOf(texts),
];

/** Records of media files in PostgreSQL. */
export class PostgresMediaRepository implements MediaRepository {
  readonly #database: DatabaseSession;

  constructor(database: DatabaseSession) {
    this.#database = database;
  }

  async insert(file: MediaFile): Promise<void> {
    await execute(this.#database, statements.insert, [...mediaFiles.values(file), vectorOf(file)]);
  }

  async update(file: MediaFile, expectedState: MediaState, event?: JsonText): Promise<boolean> {
    const values = [...mediaFiles.values(file), vectorOf(file), expectedState, event ?? null];
    return (await execute(this.#database, statements.update, values)) > 0;
  }

  async updateDetails(
    id: string,
    details: MediaDetails,
    now: number,
    event?: JsonText,
  ): Promise<MediaFile | undefined> {
    const { folder = null, focus, crop } = details;
    for (;;) {
      const before = await this.findById(id);
      if (before?.state !== 'ready') return undefined;
      const after = withDetails(before, details, now);
      const values = [
        id,
        after.originalName,
        after.alt,
        after.caption,
        jsonOf(after.texts),
        vectorOf(after),
        folder,
        'focus' in details,
        focus?.x ?? null,
        focus?.y ?? null,
        'crop' in details,
        crop?.x ?? null,
        crop?.y ?? null,
        crop?.width ?? null,
        crop?.height ?? null,
        ...sourcesOf(before),
        now,
        event ?? null,
      ];
      const [row] = await executeReturning<object>(
        this.#database,
        statements.updateDetails,
        values,
      );
      // Without a row, another request has changed the texts meanwhile.
      if (row !== undefined) return mediaFiles.record(row);
    }
  }

  async replaceObject(
    { id, expectedObject, object: given, formerId, now }: MediaReplacement,
    event?: JsonText,
  ): Promise<MediaFile | undefined> {
    for (;;) {
      const before = await this.findById(id);
      if (before?.state !== 'ready' || objectKeyOf(before) !== expectedObject) return undefined;
      const { key, objectKey = null, filename, originalName, mimeType, size } = given;
      const values = [
        id,
        expectedObject,
        formerId ?? null,
        key,
        objectKey,
        filename,
        originalName,
        mimeType,
        size,
        given.width ?? null,
        given.height ?? null,
        vectorOf({ ...before, ...given }),
        now,
        ...sourcesOf(before),
        event ?? null,
      ];
      const [row] = await executeReturning<object>(
        this.#database,
        statements.replaceObject,
        values,
      );
      // Without a row, another request has changed the file meanwhile.
      if (row !== undefined) return mediaFiles.record(row);
    }
  }

  async renameLocale(from: LocaleCode, to: LocaleCode): Promise<void> {
    await execute(this.#database, statements.renameLocale, [from, to]);
  }

  async delete(id: string): Promise<boolean> {
    return (await execute(this.#database, statements.remove, [id])) > 0;
  }

  async findById(id: string): Promise<MediaFile | undefined> {
    return mediaFiles.find(this.#database, statements.findById, [id]);
  }

  async findByKey(key: string): Promise<MediaFile | undefined> {
    return mediaFiles.find(this.#database, statements.findByKey, [key]);
  }

  async list(mediaQuery: MediaQuery): Promise<readonly MediaFile[]> {
    const { statement, values } = mediaPage(mediaQuery);
    return this.#files(statement, values);
  }

  async count(filter: MediaFilter, max: number): Promise<number> {
    const { statement, values } = mediaCount(filter, max);
    const [row] = await query<{ readonly count: string }>(this.#database, statement, values);
    return Number(row?.count);
  }

  async listFolders(max: number): Promise<readonly MediaFolder[]> {
    return query<MediaFolder>(this.#database, mediaFolders, [max]);
  }

  async indexWords(limit: number): Promise<number> {
    const files = await this.#files(statements.unindexed, [limit]);
    for (const file of files)
      await execute(this.#database, statements.addWords, [file.id, vectorOf(file)]);
    return files.length;
  }

  async listAfter(id: string | undefined, limit: number): Promise<readonly MediaFile[]> {
    return id === undefined
      ? this.#files(statements.listFirst, [limit])
      : this.#files(statements.listAfter, [limit, id]);
  }

  async listByKey(key: string | undefined, limit: number): Promise<readonly MediaFile[]> {
    return key === undefined
      ? this.#files(statements.listFirstByKey, [limit])
      : this.#files(statements.listAfterByKey, [limit, key]);
  }

  async listUnfinished(time: number, limit: number): Promise<readonly MediaFile[]> {
    return this.#files(statements.listUnfinished, [limit, time]);
  }

  async #files(statement: Statement, values: readonly Value[]): Promise<readonly MediaFile[]> {
    return mediaFiles.list(this.#database, statement, values);
  }
}
