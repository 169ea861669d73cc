import { createHash, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { IncomingHttpHeaders } from 'node:http';
import {
  BucketDouble,
  type ObjectProperties,
  type StoredObject,
} from '../buckets/bucket-double.ts';
import type { Answer } from '../buckets/planned-faults.ts';

interface S3Tags {
  readonly entityTag: string;
}

interface MultipartUpload {
  readonly key: string;
  readonly properties: ObjectProperties;
  readonly parts: Map<number, Buffer>;
}

/** All parts but the last one have at least this size. */
const leastPartBytes = 5 * 1024 * 1024;

/** One bucket in memory, with the responses of Amazon S3. */
export class S3BucketDouble extends BucketDouble<S3Tags> {
  /** What the server does with the condition that a key is free. Not all servers keep it. */
  conditions: 'kept' | 'ignored' | 'rejected' = 'kept';
  readonly #uploads = new Map<string, MultipartUpload>();

  constructor() {
    super((bytes) => ({ entityTag: entityTagOf(bytes) }));
  }

  override get unfinished(): readonly string[] {
    return [...this.#uploads.values()].map(({ key }) => key);
  }

  override get usage(): number {
    const parts = [...this.#uploads.values()].flatMap((upload) => [...upload.parts.values()]);
    return parts.reduce((total, { length }) => total + length, super.usage);
  }

  put(key: string, headers: IncomingHttpHeaders, body: Buffer): Answer {
    return (
      this.#conditionError(key, headers) ?? {
        status: 200,
        headers: { etag: this.create(key, body, propertiesOf(headers)).entityTag },
      }
    );
  }

  get(key: string, headers: IncomingHttpHeaders): Answer {
    const object = this.find(key);
    if (object === undefined) return refusal(404, 'NoSuchKey');
    if (headers['if-match'] !== undefined && headers['if-match'] !== object.entityTag) {
      return refusal(412, 'PreconditionFailed');
    }
    const { bytes } = object;
    const range = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '');
    if (range === null) {
      return { status: 200, headers: { ...describe(object), ...checksumOf(bytes) }, body: bytes };
    }
    const part = bytes.subarray(Number(range[1]), Number(range[2]) + 1);
    return { status: 206, headers: describe(object), body: part };
  }

  head(key: string): Answer {
    const object = this.find(key);
    if (object === undefined) return { status: 404 };
    return {
      status: 200,
      headers: { ...describe(object), 'content-length': String(object.bytes.length) },
    };
  }

  delete(key: string): Answer {
    this.discard(key);
    return { status: 204 };
  }

  /** https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html */
  list(query: URLSearchParams): Answer {
    const after = query.get('start-after') ?? '';
    const prefix = query.get('prefix') ?? '';
    const { objects, next } = this.page(
      (key) => key.startsWith(prefix) && key > after,
      query.get('max-keys'),
    );
    const contents = objects.map(
      ({ key, storedAt }) =>
        `<Contents><Key>${key}</Key><LastModified>${storedAt.toISOString()}</LastModified></Contents>`,
    );
    return xml(
      `<ListBucketResult><IsTruncated>${next !== undefined}</IsTruncated>${contents.join('')}</ListBucketResult>`,
    );
  }

  /** https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html */
  start(key: string, headers: IncomingHttpHeaders): Answer {
    const id = randomUUID();
    this.#uploads.set(id, { key, properties: propertiesOf(headers), parts: new Map() });
    return xml(
      `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    );
  }

  receive(query: URLSearchParams, body: Buffer): Answer {
    const upload = this.#uploads.get(query.get('uploadId') ?? '');
    if (upload === undefined) return refusal(404, 'NoSuchUpload');
    upload.parts.set(Number(query.get('partNumber')), body);
    return { status: 200, headers: { etag: entityTagOf(body) } };
  }

  complete(query: URLSearchParams, headers: IncomingHttpHeaders, body: Buffer): Answer {
    const id = query.get('uploadId') ?? '';
    const upload = this.#uploads.get(id);
    if (upload === undefined) return refusal(404, 'NoSuchUpload');
    const refused = this.#conditionError(upload.key, headers);
    if (refused !== undefined) return refused;
    const named = [...body.toString().matchAll(/<Part>(.*?)<\/Part>/g)].map(([, part = '']) => ({
      number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
      entityTag: /<ETag>(.*?)</.exec(part)?.[1]?.replaceAll('&quot;', '"'),
    }));
    const parts = named.flatMap(({ number, entityTag }, at) => {
      const bytes = upload.parts.get(number);
      return number === at + 1 && bytes && entityTagOf(bytes) === entityTag ? [bytes] : [];
    });
    if (parts.length === 0 || parts.length < named.length) return refusal(400, 'InvalidPart');
    if (parts.slice(0, -1).some(({ length }) => length < leastPartBytes)) {
      return refusal(400, 'EntityTooSmall');
    }
    this.#uploads.delete(id);
    const { entityTag } = this.create(upload.key, Buffer.concat(parts), upload.properties);
    return xml(
      `<CompleteMultipartUploadResult><ETag>${entityTag}</ETag></CompleteMultipartUploadResult>`,
    );
  }

  abort(query: URLSearchParams): Answer {
    return this.#uploads.delete(query.get('uploadId') ?? '')
      ? { status: 204 }
      : refusal(404, 'NoSuchUpload');
  }

  #conditionError(key: string, headers: IncomingHttpHeaders): Answer | undefined {
    if (headers['if-none-match'] !== '*' || this.conditions === 'ignored') return undefined;
    if (this.conditions === 'rejected') return refusal(501, 'NotImplemented');
    return this.find(key) ? refusal(412, 'PreconditionFailed') : undefined;
  }
}

const entityTagOf = (bytes: Uint8Array): string =>
  `"${createHash('md5').update(bytes).digest('hex')}"`;

const metadataPrefix = 'x-amz-meta-';

const propertiesOf = (headers: IncomingHttpHeaders): ObjectProperties => ({
  contentType: headers['content-type'],
  cacheControl: headers['cache-control'],
  metadata: Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith(metadataPrefix) ? [[name.slice(metadataPrefix.length), String(value)]] : [],
    ),
  ),
});

const describe = ({ properties, entityTag, storedAt }: StoredObject<S3Tags>) => {
  const { contentType, cacheControl, metadata = {} } = properties;
  return {
    ...Object.fromEntries(
      Object.entries(metadata).map(([name, value]) => [`${metadataPrefix}${name}`, value]),
    ),
    ...(contentType && { 'content-type': contentType }),
    ...(cacheControl && { 'cache-control': cacheControl }),
    etag: entityTag,
    'last-modified': storedAt.toUTCString(),
  };
};

const checksumOf = (bytes: Buffer) => {
  const value = Buffer.alloc(4);
  value.writeUInt32BE(crc32(bytes));
  return { 'x-amz-checksum-crc32': value.toString('base64') };
};

const xml = (body: string, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>\n${body}`,
});

/** https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
export const refusal = (status: number, code = `Refused${status}`): Answer =>
  xml(`<Error><Code>${code}</Code><Message>Refused</Message></Error>`, status);
