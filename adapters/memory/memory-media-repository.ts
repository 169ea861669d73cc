import {
  DomainError,
  type MediaQuery,
  type MediaRepository,
  type MediaDetails,
} from '../../core/store.ts';
import { laterOf, type JsonText, type MediaFile, type MediaState } from '../../core/vocabulary.ts';
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
    await this.#files.insert(file, ({ media }, { id, key }) => {
      if (media.has(id) || [...media.values()].some((other) => other.key === key)) {
        throw new DomainError('id_taken', 'A file with this id or key exists already');
      }
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
    const revised = copyOf(details);
    return this.#files.change(id, (file, tables) => {
      if (!isReady(file)) return undefined;
      addEvents(tables, event);
      return { ...file, ...revised, updatedAt: laterOf(file.updatedAt, now) };
    });
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

  async list({ folder, kind, ...page }: MediaQuery): Promise<readonly MediaFile[]> {
    const where = (file: MediaFile): boolean =>
      isReady(file) &&
      (folder === undefined || file.folder === folder) &&
      (kind === undefined || file.kind === kind);
    return this.#files.list(newestFirst, { ...page, where });
  }

  async listAfter(after: string | undefined, limit: number): Promise<readonly MediaFile[]> {
    const where = (file: MediaFile): boolean =>
      isReady(file) && (after === undefined || file.id > after);
    return this.#files.list((left, right) => ascending(left.id, right.id), { where, limit });
  }

  async listByKey(after: string | undefined, limit: number): Promise<readonly MediaFile[]> {
    const where = ({ key }: MediaFile): boolean => after === undefined || key > after;
    return this.#files.list((left, right) => ascending(left.key, right.key), { where, limit });
  }

  async listUnfinished(time: number, limit: number): Promise<readonly MediaFile[]> {
    const where = (file: MediaFile): boolean => !isReady(file) && file.updatedAt < time;
    return this.#files.list((left, right) => left.updatedAt - right.updatedAt, { where, limit });
  }
}

const isReady = ({ state }: MediaFile): boolean => state === 'ready';
