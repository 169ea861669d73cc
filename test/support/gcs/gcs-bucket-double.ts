import { createHash, randomUUID } from 'node:crypto';
import { CRC32C } from '@google-cloud/storage';
import {
  BucketDouble,
  type ObjectProperties,
  type StoredObject,
} from '../buckets/bucket-double.ts';
import type { Answer } from '../buckets/planned-faults.ts';

interface GcsTags {
  readonly generation: number;
  /** Base64. */
  readonly crc32c: string;
  /** Base64. */
  readonly md5Hash: string;
}

type GcsObject = StoredObject<GcsTags>;

interface Session {
  readonly query: URLSearchParams;
  readonly properties: ObjectProperties;
  readonly parts: Buffer[];
}

/** Resumable uploads are sent in multiples of this many bytes. */
const stepBytes = 256 * 1024;

/** One bucket in memory, with the responses of the JSON API of Google Cloud Storage. */
export class GcsBucketDouble extends BucketDouble<GcsTags> {
  /** Replaces Google's message for a missing object, as an emulator does. */
  notFoundMessage: string | undefined;
  readonly #sessions = new Map<string, Session>();

  constructor() {
    let generation = 1_700_000_000_000_000;
    super((bytes) => {
      const checksum = new CRC32C();
      checksum.update(bytes);
      generation += 1;
      return {
        generation,
        crc32c: checksum.toString(),
        md5Hash: createHash('md5').update(bytes).digest('base64'),
      };
    });
  }

  /** https://cloud.google.com/storage/docs/uploading-objects */
  insert(query: URLSearchParams, boundary: string, body: Buffer): Answer {
    const marks: number[] = [];
    for (let at = body.indexOf(boundary); at >= 0; at = body.indexOf(boundary, at + 1)) {
      marks.push(at);
    }
    const [first, second, last] = marks;
    if (first === undefined || second === undefined || last === undefined) {
      return refusal(400, 'Malformed multipart body.');
    }
    // A part lies between an empty line, and a line break before the next boundary.
    const contentOf = (from: number, to: number): Buffer =>
      body.subarray(body.indexOf('\r\n\r\n', from) + 4, to - '\r\n--'.length);
    const properties = JSON.parse(contentOf(first, second).toString()) as ObjectProperties;
    return this.#createIfFree(query, contentOf(second, last), properties);
  }

  /** https://cloud.google.com/storage/docs/performing-resumable-uploads */
  start(url: URL, contentType: string, body: Buffer): Answer {
    if (this.#failsPrecondition(url.searchParams)) return preconditionFailed();
    const id = randomUUID();
    const properties = { ...(JSON.parse(body.toString()) as ObjectProperties), contentType };
    this.#sessions.set(id, { query: url.searchParams, properties, parts: [] });
    const location = new URL(url);
    location.searchParams.set('upload_id', id);
    return { status: 200, headers: { location: location.href } };
  }

  receive(query: URLSearchParams, range: string, body: Buffer): Answer {
    const session = this.#sessions.get(query.get('upload_id') ?? '');
    if (session === undefined) return refusal(404, 'Not Found');
    const [, start, end, total] = /^bytes (\d+)-(\d+)\/(\d+|\*)$/.exec(range) ?? [];
    const stored = session.parts.reduce((sum, part) => sum + part.length, 0);
    const size = stored + body.length;
    if (Number(start) !== stored || Number(end) !== size - 1) return refusal(400, 'Wrong range.');
    session.parts.push(body);
    if (total === '*') {
      if (size % stepBytes !== 0) return refusal(400, 'A part must be a multiple of 256 KiB.');
      return { status: 308, headers: { range: `bytes=0-${size - 1}` } };
    }
    if (size !== Number(total)) return refusal(400, 'Wrong size.');
    return this.#createIfFree(session.query, Buffer.concat(session.parts), session.properties);
  }

  metadata(name: string): Answer {
    const object = this.find(name);
    return object ? json(this.#resourceOf(object)) : this.#noSuchObject(name);
  }

  media(name: string, generation: string | null, range: string | undefined): Answer {
    const object = this.find(name);
    if (!object || (generation !== null && Number(generation) !== object.generation)) {
      // Errors of downloads are plain text.
      return { status: 404, body: `No such object: ${this.name}/${name}` };
    }
    const { contentType, contentEncoding } = object.properties;
    const [start = 0, last = object.bytes.length - 1] =
      range?.replace('bytes=', '').split('-').map(Number) ?? [];
    return {
      status: range === undefined ? 200 : 206,
      headers: {
        'content-type': contentType ?? 'application/octet-stream',
        'x-goog-hash': `crc32c=${object.crc32c},md5=${object.md5Hash}`,
        'x-goog-stored-content-encoding': contentEncoding ?? 'identity',
        ...(contentEncoding && { 'content-encoding': contentEncoding }),
      },
      body: object.bytes.subarray(start, last + 1),
    };
  }

  delete(name: string): Answer {
    return this.discard(name) ? { status: 204 } : this.#noSuchObject(name);
  }

  list(query: URLSearchParams): Answer {
    const prefix = query.get('prefix') ?? '';
    const start = query.get('pageToken') ?? query.get('startOffset') ?? '';
    const { objects, next } = this.page(
      (name) => name.startsWith(prefix) && name >= start,
      query.get('maxResults'),
    );
    const items = objects.map((object) => this.#resourceOf(object));
    return json({ kind: 'storage#objects', items, nextPageToken: next });
  }

  /** Generation 0 means that no object has the name. */
  #failsPrecondition(query: URLSearchParams): boolean {
    const expected = query.get('ifGenerationMatch');
    const { generation } = this.find(query.get('name') ?? '') ?? { generation: 0 };
    return expected !== null && Number(expected) !== generation;
  }

  #createIfFree(query: URLSearchParams, bytes: Buffer, properties: ObjectProperties): Answer {
    if (this.#failsPrecondition(query)) return preconditionFailed();
    return json(this.#resourceOf(this.create(query.get('name') ?? '', bytes, properties)));
  }

  /** https://cloud.google.com/storage/docs/json_api/v1/objects */
  #resourceOf({ key, bytes, generation, storedAt, properties, ...sums }: GcsObject): object {
    return {
      ...properties,
      ...sums,
      name: key,
      bucket: this.name,
      generation: String(generation),
      size: String(bytes.length),
      timeCreated: storedAt.toISOString(),
    };
  }

  #noSuchObject(name: string): Answer {
    return refusal(404, this.notFoundMessage ?? `No such object: ${this.name}/${name}`);
  }
}

const json = (value: unknown, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=UTF-8' },
  body: JSON.stringify(value),
});

/** https://cloud.google.com/storage/docs/json_api/v1/status-codes */
export const refusal = (status: number, message = `Refused with ${status}`): Answer =>
  json({ error: { code: status, message, errors: [{ message, domain: 'global' }] } }, status);

const preconditionFailed = (): Answer =>
  refusal(412, 'At least one of the pre-conditions you specified did not hold.');
