import { CRC32C } from '@google-cloud/storage';
import type { StoredObject } from './stored-object.ts';

/** How many bytes went by, and their checksum. */
export class ByteTally {
  readonly #checksum = new CRC32C();
  #size = 0;

  add(chunk: Uint8Array): void {
    this.#checksum.update(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    this.#size += chunk.length;
  }

  get size(): number {
    return this.#size;
  }

  /** Whether the object consists of exactly these bytes. */
  matches({ size, crc32c }: StoredObject): boolean {
    return size === this.#size && crc32c === this.#checksum.toString();
  }
}
