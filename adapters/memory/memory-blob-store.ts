import {
  assertBlobKey,
  DomainError,
  type BlobInfo,
  type BlobStore,
  type ByteRange,
  type Clock,
  type StoredBlob,
} from '../../core/index.ts';
import { ascending } from './memory-order.ts';

/** Objects in the memory of one process, without a limit. For tests and trials. */
export class MemoryBlobStore implements BlobStore {
  readonly #objects = new Map<string, StoredObject>();
  readonly #clock: Clock;

  constructor(clock: Clock = { now: () => Date.now() }) {
    this.#clock = clock;
  }

  async put(key: string, body: AsyncIterable<Uint8Array>): Promise<BlobInfo> {
    assertBlobKey(key);
    const bytes = await collect(body);
    if (this.#objects.has(key)) {
      throw new DomainError('id_taken', 'An object with this key exists already');
    }
    this.#objects.set(key, { bytes, storedAt: this.#clock.now() });
    return { size: bytes.length };
  }

  async stat(key: string): Promise<BlobInfo | undefined> {
    const object = this.#objects.get(key);
    return object && { size: object.bytes.length };
  }

  async get(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array> | undefined> {
    const object = this.#objects.get(key);
    if (object === undefined) return undefined;
    const { bytes } = object;
    const { start, end } = range ?? { start: 0, end: bytes.length - 1 };
    return chunksOf(bytes, start, end + 1);
  }

  async delete(key: string): Promise<void> {
    this.#objects.delete(key);
  }

  async list(
    after: string | undefined,
    limit: number,
    prefix = '',
  ): Promise<readonly StoredBlob[]> {
    return [...this.#objects]
      .map(([key, { storedAt }]) => ({ key, storedAt }))
      .filter(({ key }) => key.startsWith(prefix) && (after === undefined || key > after))
      .sort((left, right) => ascending(left.key, right.key))
      .slice(0, limit);
  }
}

interface StoredObject {
  readonly bytes: Uint8Array;
  readonly storedAt: number;
}

/** Copies chunks, because a source may reuse its buffer for the next chunk. */
const collect = async (body: AsyncIterable<Uint8Array>): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(Uint8Array.from(chunk));
    size += chunk.length;
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
};

const chunkBytes = 64 * 1024;

/** Yields copies, so that a reader cannot change the object. */
async function* chunksOf(
  bytes: Uint8Array,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  for (let at = start; at < end; at += chunkBytes) {
    yield bytes.slice(at, Math.min(at + chunkBytes, end));
  }
}
