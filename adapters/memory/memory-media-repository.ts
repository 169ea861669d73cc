import {
  DomainError,
  laterOf,
  type JsonText,
  type MediaFile,
  type MediaQuery,
  type MediaRepository,
  type MediaState,
  type MediaDetails,
} from '../../core/index.ts';
import { addEvents } from './content/memory-outbox-repository.ts';
import { copyOf } from './copy-of.ts';
import { ascending, newestFirst, nextById } from './memory-order.ts';
import type { MemoryAccess } from './memory-tables.ts';

export class MemoryMediaRepository implements MediaRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async insert(file: MediaFile): Promise<void> {
    const stored = copyOf(file);
    return this.#access.write(({ media }) => {
      if (media.has(stored.id) || [...media.values()].some(({ key }) => key === stored.key)) {
        throw new DomainError('id_taken', 'A file with this id or key exists already');
      }
      media.set(stored.id, stored);
    });
  }

  async update(file: MediaFile, expectedState: MediaState, event?: JsonText): Promise<boolean> {
    const stored = copyOf(file);
    return this.#access.write((tables) => {
      const { media } = tables;
      if (media.get(stored.id)?.state !== expectedState) return false;
      media.set(stored.id, stored);
      addEvents(tables, event);
      return true;
    });
  }

  async updateDetails(
    id: string,
    details: MediaDetails,
    now: number,
    event?: JsonText,
  ): Promise<MediaFile | undefined> {
    return this.#access.write((tables) => {
      const { media } = tables;
      const file = media.get(id);
      if (file === undefined || !isReady(file)) return undefined;
      const revised = { ...file, ...details, updatedAt: laterOf(file.updatedAt, now) };
      media.set(id, revised);
      addEvents(tables, event);
      return { ...revised };
    });
  }

  async delete(id: string): Promise<boolean> {
    return this.#access.write(({ media }) => media.delete(id));
  }

  async findById(id: string): Promise<MediaFile | undefined> {
    return this.#access.read(({ media }) => media.get(id));
  }

  async findByKey(key: string): Promise<MediaFile | undefined> {
    return this.#access.read(({ media }) => [...media.values()].find((file) => file.key === key));
  }

  async list({ limit, offset, folder, kind }: MediaQuery): Promise<readonly MediaFile[]> {
    return this.#access.read(({ media }) =>
      [...media.values()]
        .filter(isReady)
        .filter((file) => folder === undefined || file.folder === folder)
        .filter((file) => kind === undefined || file.kind === kind)
        .sort(newestFirst)
        .slice(offset, offset + limit),
    );
  }

  async listAfter(id: string | undefined, limit: number): Promise<readonly MediaFile[]> {
    return this.#access.read(({ media }) =>
      nextById([...media.values()].filter(isReady), id, limit),
    );
  }

  async listByKey(after: string | undefined, limit: number): Promise<readonly MediaFile[]> {
    return this.#access.read(({ media }) =>
      [...media.values()]
        .filter(({ key }) => after === undefined || key > after)
        .sort((left, right) => ascending(left.key, right.key))
        .slice(0, limit),
    );
  }

  async listUnfinished(time: number, limit: number): Promise<readonly MediaFile[]> {
    return this.#access.read(({ media }) =>
      [...media.values()]
        .filter((file) => !isReady(file) && file.updatedAt < time)
        .sort((left, right) => left.updatedAt - right.updatedAt)
        .slice(0, limit),
    );
  }
}

const isReady = ({ state }: MediaFile): boolean => state === 'ready';
