import { createHash } from 'node:crypto';
import crc32c from 'crc-32/crc32c.js';

export interface ObjectSettings {
  readonly contentType?: string;
  readonly cacheControl?: string;
  readonly contentEncoding?: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

export interface GcsObject extends ObjectSettings {
  readonly name: string;
  readonly size: number;
  readonly generation: number;
  /** Base64. */
  readonly crc32c: string;
  /** Base64. Large objects have none, like composite objects in Google Cloud Storage. */
  readonly md5Hash: string | undefined;
  readonly timeCreated: string;
  /** Undefined for an object too large to store: it is read back as {@link madeBytes}. */
  readonly bytes: Uint8Array | undefined;
}

/** Larger objects are counted and hashed, not stored. */
const keptMaxBytes = 32 * 1024 * 1024;

const patternBytes = 64 * 1024;
const pattern = Uint8Array.from({ length: 2 * patternBytes }, (_, at) => (at % patternBytes) % 251);

/** The content of objects that are not stored: a pattern that repeats every 64 KiB. */
export const madeBytes = (start: number, length: number): Uint8Array => {
  const at = start % patternBytes;
  return pattern.subarray(at, at + Math.min(length, patternBytes));
};

/** Receives the bytes of one object. Stores them up to {@link keptMaxBytes}. */
export class ReceivedBytes {
  #crc32c = 0;
  #kept: Uint8Array[] | undefined = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(chunk: Uint8Array): void {
    this.#crc32c = crc32c.buf(chunk, this.#crc32c);
    this.#size += chunk.length;
    this.#kept?.push(chunk);
    if (this.#size > keptMaxBytes) this.#kept = undefined;
  }

  object(name: string, settings: ObjectSettings, generation: number): GcsObject {
    const bytes = this.#kept && Buffer.concat(this.#kept);
    return {
      ...settings,
      name,
      size: this.#size,
      generation,
      crc32c: base64(this.#crc32c),
      md5Hash: bytes && createHash('md5').update(bytes).digest('base64'),
      timeCreated: new Date().toISOString(),
      bytes,
    };
  }
}

const base64 = (crc32c: number): string => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(crc32c);
  return bytes.toString('base64');
};

/** The bytes of an object from `start` up to, but not including, `end`. */
export function* bytesOf(object: GcsObject, start: number, end: number): Generator<Uint8Array> {
  for (let at = start; at < end;) {
    const length = Math.min(patternBytes, end - at);
    const chunk = object.bytes?.subarray(at, at + length) ?? madeBytes(at, length);
    yield chunk;
    at += chunk.length;
  }
}

/** The JSON API's resource for an object: https://cloud.google.com/storage/docs/json_api/v1/objects */
export const resourceOf = (bucket: string, object: GcsObject): object => ({
  kind: 'storage#object',
  id: `${bucket}/${object.name}/${object.generation}`,
  name: object.name,
  bucket,
  generation: String(object.generation),
  metageneration: '1',
  contentType: object.contentType,
  cacheControl: object.cacheControl,
  contentEncoding: object.contentEncoding,
  storageClass: 'STANDARD',
  size: String(object.size),
  md5Hash: object.md5Hash,
  crc32c: object.crc32c,
  timeCreated: object.timeCreated,
  updated: object.timeCreated,
  metadata: object.metadata,
});
