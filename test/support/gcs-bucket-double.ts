import { json, refusal, type Answer } from './gcs-answers.ts';
import {
  bytesOf,
  resourceOf,
  type GcsObject,
  type ObjectSettings,
  type ReceivedBytes,
} from './gcs-objects.ts';

/** One bucket in memory, with the responses of the JSON API. */
export class BucketDouble {
  readonly name: string;
  readonly #objects = new Map<string, GcsObject>();
  #generation = 1_700_000_000_000_000;

  constructor(name: string) {
    this.name = name;
  }

  get names(): readonly string[] {
    return [...this.#objects.keys()].toSorted();
  }

  find(name: string): GcsObject | undefined {
    return this.#objects.get(name);
  }

  /** Whether a precondition fails. Generation 0 means that no object has the name. */
  failsPrecondition(name: string, query: URLSearchParams): boolean {
    const expected = query.get('ifGenerationMatch');
    return expected !== null && Number(expected) !== (this.find(name)?.generation ?? 0);
  }

  create(
    name: string,
    settings: ObjectSettings,
    bytes: ReceivedBytes,
    query: URLSearchParams,
  ): Answer {
    if (this.failsPrecondition(name, query)) return preconditionFailed();
    this.#generation += 1;
    const object = bytes.object(name, settings, this.#generation);
    this.#objects.set(name, object);
    return json(resourceOf(this.name, object));
  }

  discard(name: string): void {
    this.#objects.delete(name);
  }

  metadata(name: string): Answer {
    const object = this.find(name);
    return object ? json(resourceOf(this.name, object)) : this.#noSuchObject(name);
  }

  media(name: string, query: URLSearchParams, range: string | undefined): Answer {
    const object = this.find(name);
    const generation = query.get('generation');
    if (!object || (generation !== null && Number(generation) !== object.generation)) {
      return this.#noSuchMedia(name);
    }
    const headers = {
      'content-type': object.contentType ?? 'application/octet-stream',
      'x-goog-generation': String(object.generation),
      'x-goog-hash': `crc32c=${object.crc32c}${object.md5Hash ? `,md5=${object.md5Hash}` : ''}`,
      'x-goog-stored-content-encoding': object.contentEncoding ?? 'identity',
      ...(object.contentEncoding && { 'content-encoding': object.contentEncoding }),
      'x-goog-stored-content-length': String(object.size),
    };
    if (range === undefined) {
      const length = { 'content-length': String(object.size) };
      return {
        status: 200,
        headers: { ...headers, ...length },
        body: bytesOf(object, 0, object.size),
      };
    }
    const [start = 0, last = 0] = range.replace('bytes=', '').split('-').map(Number);
    if (start >= object.size) return refusal(416, 'The requested range cannot be satisfied.');
    const end = Math.min(last + 1, object.size);
    return {
      status: 206,
      headers: {
        ...headers,
        'content-length': String(end - start),
        'content-range': `bytes ${start}-${end - 1}/${object.size}`,
      },
      body: bytesOf(object, start, end),
    };
  }

  delete(name: string, query: URLSearchParams): Answer {
    if (!this.#objects.has(name)) return this.#noSuchObject(name);
    if (this.failsPrecondition(name, query)) return preconditionFailed();
    this.#objects.delete(name);
    return { status: 204 };
  }

  list(query: URLSearchParams): Answer {
    const prefix = query.get('prefix') ?? '';
    const from = query.get('startOffset') ?? '';
    const token = query.get('pageToken');
    const seen = token === null ? '' : Buffer.from(token, 'base64').toString();
    const most = Math.min(Number(query.get('maxResults') ?? this.pageMax), this.pageMax);
    const names = this.names.filter(
      (name) => name.startsWith(prefix) && name >= from && name > seen,
    );
    const page = names.slice(0, most);
    const nextPageToken =
      names.length > most ? Buffer.from(page.at(-1) ?? '').toString('base64') : undefined;
    const items = page.flatMap((name) => this.find(name) ?? []);
    return json({
      kind: 'storage#objects',
      ...(items.length > 0 && { items: items.map((each) => resourceOf(this.name, each)) }),
      nextPageToken,
    });
  }

  /** Replaces Google's message for a missing object, as an emulator does. */
  notFoundMessage: string | undefined;

  /** The maximum number of objects on a page. */
  pageMax = 1_000;

  #noSuchObject(name: string): Answer {
    return refusal(404, this.notFoundMessage ?? `No such object: ${this.name}/${name}`);
  }

  /** Errors of downloads are plain text. */
  #noSuchMedia(name: string): Answer {
    const headers = { 'content-type': 'text/html; charset=UTF-8' };
    return { status: 404, headers, body: `No such object: ${this.name}/${name}` };
  }
}

export const preconditionFailed = (): Answer =>
  refusal(412, 'At least one of the pre-conditions you specified did not hold.');
