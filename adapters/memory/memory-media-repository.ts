import {
  DomainError,
  meetsMediaFilter,
  withDetails,
  withObject,
  type MediaDetails,
  type MediaFilter,
  type MediaQuery,
  type MediaReplacement,
  type MediaRepository,
} from '../../core/store.ts';
import {
  folderFilesMax,
  objectKeyOf,
  type JsonText,
  type LocaleCode,
  type MediaFile,
  type MediaFolder,
  type MediaState,
} from '../../core/vocabulary.ts';
import { addEvents } from './content/memory-outbox-repository.ts';
import { copyOf } from './copy-of.ts';
import { ascending, newestFirst } from './memory-order.ts';
import { memoryRecords, type MemoryRecords } from './memory-records.ts';
import type { MemoryAccess } from './memory-tables.ts';

export class MemoryMediaRepository implements MediaRepository {
  readonly #files: MemoryRecords<MediaFile>;

  constructor(access: MemoryAccess) {
    this.#files = memoryRecords(access, ({ media }) => media);
  }

  async insert(file: MediaFile): Promise<void> {
    await this.#files.insert(file, ({ media }, stored) => {
      if (media.has(stored.id)) throw taken();
      assertFree(media.values(), stored);
    });
  }

  async update(file: MediaFile, expectedState: MediaState, event?: JsonText): Promise<boolean> {
    const stored = copyOf(file);
    const changed = await this.#files.change(stored.id, ({ state }, tables) => {
      if (state !== expectedState) return undefined;
      addEvents(tables, event);
      return stored;
    });
    return changed !== undefined;
  }

  async updateDetails(
    id: string,
    details: MediaDetails,
    now: number,
    event?: JsonText,
  ): Promise<MediaFile | undefined> {
    const given = copyOf(details);
    return this.#files.change(id, (file, tables) => {
      if (!isReady(file)) return undefined;
      addEvents(tables, event);
      return withDetails(file, given, now);
    });
  }

  async replaceObject(
    { id, expectedObject, object, formerId, now }: MediaReplacement,
    event?: JsonText,
  ): Promise<MediaFile | undefined> {
    const given = copyOf(object);
    return this.#files.change(id, (file, tables) => {
      if (!isReady(file) || objectKeyOf(file) !== expectedObject) return undefined;
      const { media } = tables;
      const others = [...media.values()].filter((other) => other.id !== id);
      const replaced = withObject(file, given, now);
      assertFree(others, replaced);
      if (formerId !== undefined) {
        const former = { ...file, id: formerId };
        if (media.has(formerId)) throw taken();
        assertFree([...others, replaced], former);
        media.set(formerId, former);
      }
      addEvents(tables, event);
      return replaced;
    });
  }

  async renameLocale(from: LocaleCode, to: LocaleCode): Promise<void> {
    for (const { id, texts } of await this.#files.list(newestFirst)) {
      if (texts?.[from] === undefined) continue;
      await this.#files.change(id, (file) => {
        const { [from]: moved, ...others } = file.texts ?? {};
        return moved && { ...file, texts: { ...others, [to]: moved } };
      });
    }
  }

  async delete(id: string): Promise<boolean> {
    return this.#files.remove(id);
  }

  async findById(id: string): Promise<MediaFile | undefined> {
    return this.#files.find(id);
  }

  async findByKey(key: string): Promise<MediaFile | undefined> {
    return this.#files.findWhere((file) => file.key === key);
  }

  async list({ limit, offset, ...filter }: MediaQuery): Promise<readonly MediaFile[]> {
    const where = (file: MediaFile): boolean => meetsMediaFilter(file, filter);
    return this.#files.list(newestFirst, { limit, offset, where });
  }

  async count(filter: MediaFilter, max: number): Promise<number> {
    return (await this.list({ ...filter, limit: max, offset: 0 })).length;
  }

  async listFolders(max: number): Promise<readonly MediaFolder[]> {
    const files = await this.#files.list((left, right) => ascending(left.folder, right.folder), {
      where: isReady,
    });
    return Array.from(
      Map.groupBy(files, ({ folder }) => folder),
      ([path, { length }]) => ({ path, files: Math.min(length, folderFilesMax) }),
    ).slice(0, max);
  }

  /** Words are found in the records themselves. */
  async indexWords(): Promise<number> {
    return 0;
  }

  async listAfter(after: string | undefined, limit: number): Promise<readonly MediaFile[]> {
    const where = (file: MediaFile): boolean =>
      isReady(file) && (after === undefined || file.id > after);
    return this.#files.list((left, right) => ascending(left.id, right.id), { where, limit });
  }

  async listByKey(after: string | undefined, limit: number): Promise<readonly MediaFile[]> {
    const where = (file: MediaFile): boolean => after === undefined || objectKeyOf(file) > after;
    return this.#files.list((left, right) => ascending(objectKeyOf(left), objectKeyOf(right)), {
      where,
      limit,
    });
  }

  async listUnfinished(time: number, limit: number): Promise<readonly MediaFile[]> {
    const where = (file: MediaFile): boolean => !isReady(file) && file.updatedAt < time;
    return this.#files.list((left, right) => left.updatedAt - right.updatedAt, { where, limit });
  }
}

const isReady = ({ state }: MediaFile): boolean => state === 'ready';

const taken = (): DomainError =>
  new DomainError('id_taken', 'A file with this id or key exists already');

const assertFree = (files: Iterable<MediaFile>, file: MediaFile): void => {
  const object = objectKeyOf(file);
  for (const other of files) {
    if (other.key === file.key || objectKeyOf(other) === object) throw taken();
  }
};
