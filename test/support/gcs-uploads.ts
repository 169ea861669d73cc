import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { refusal, type Answer } from './gcs-answers.ts';
import { preconditionFailed, type BucketDouble } from './gcs-bucket-double.ts';
import { ReceivedBytes, type ObjectSettings } from './gcs-objects.ts';

/** Changes received bytes. */
export type Alter = (bytes: Uint8Array) => Uint8Array;

/** https://cloud.google.com/storage/docs/uploading-objects#uploading-an-object */
export const insert = async (
  bucket: BucketDouble,
  query: URLSearchParams,
  request: IncomingMessage,
  alter: Alter,
): Promise<Answer> => {
  const boundary = /boundary=(?<boundary>[^;]+)/.exec(
    request.headers['content-type'] ?? '',
  )?.groups;
  const body = await buffer(request);
  const mark = `--${boundary?.['boundary']}`;
  const [first = -1, second = -1, last = -1] = placesOf(body, mark);
  if (last < 0) return refusal(400, 'Malformed multipart body.');
  const settings = JSON.parse(contentOf(body.subarray(first, second)).toString()) as ObjectSettings;
  const bytes = new ReceivedBytes();
  bytes.add(alter(contentOf(body.subarray(second, last))));
  return bucket.create(query.get('name') ?? '', settings, bytes, query);
};

const placesOf = (body: Buffer, mark: string): readonly number[] => {
  const places: number[] = [];
  for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + 1)) places.push(at);
  return places;
};

/** The bytes after the empty line, without the line break before the next boundary. */
const contentOf = (part: Buffer): Buffer =>
  part.subarray(part.indexOf('\r\n\r\n') + 4, part.length - 2);

interface Session {
  readonly name: string;
  readonly query: URLSearchParams;
  readonly settings: ObjectSettings;
  readonly bytes: ReceivedBytes;
  answer?: Answer;
}

const stepBytes = 256 * 1024;

/** https://cloud.google.com/storage/docs/performing-resumable-uploads */
export class ResumableUploads {
  readonly #sessions = new Map<string, Session>();

  async start(bucket: BucketDouble, url: URL, request: IncomingMessage): Promise<Answer> {
    const text = (await buffer(request)).toString();
    const name = url.searchParams.get('name') ?? '';
    if (bucket.failsPrecondition(name, url.searchParams)) return preconditionFailed();
    const id = randomUUID();
    const contentType = request.headers['x-upload-content-type'];
    this.#sessions.set(id, {
      name,
      query: url.searchParams,
      settings: {
        ...(text && (JSON.parse(text) as ObjectSettings)),
        ...(typeof contentType === 'string' && { contentType }),
      },
      bytes: new ReceivedBytes(),
    });
    const location = new URL(url);
    location.searchParams.set('upload_id', id);
    return { status: 200, headers: { location: location.href, 'content-length': '0' } };
  }

  /** Receives a part, or reports the progress of the upload. */
  async take(
    bucket: BucketDouble,
    url: URL,
    request: IncomingMessage,
    alter: Alter,
  ): Promise<Answer> {
    const session = this.#sessions.get(url.searchParams.get('upload_id') ?? '');
    if (session === undefined) return refusal(404, 'Not Found');
    const range = partRange(request.headers['content-range'] ?? '');
    if (range === undefined) return refusal(400, 'Malformed Content-Range.');
    const isWhole = await receive(session, range, request, alter);
    if (session.answer !== undefined) return session.answer;
    if (isWhole === undefined) return refusal(400, 'A part must be a multiple of 256 KiB.');
    if (!isWhole) return incomplete(session);
    session.answer = bucket.create(session.name, session.settings, session.bytes, session.query);
    return session.answer;
  }
}

interface PartRange {
  readonly start: number | undefined;
  readonly total: number | undefined;
  /** Whether the length of the part is unknown until its body ends. */
  readonly isOpen: boolean;
}

const partRange = (header: string): PartRange | undefined => {
  const form = /^bytes (?:\*|(?<start>\d+)-(?<end>\d+|\*))\/(?<total>\d+|\*)$/;
  const found = form.exec(header)?.groups;
  if (found === undefined) return undefined;
  const { start, end, total } = found;
  return {
    start: start === undefined ? undefined : Number(start),
    total: total === '*' ? undefined : Number(total),
    isOpen: end === '*',
  };
};

/**
 * Adds the bytes of a request that the session does not have yet. If the request breaks off, adds only
 * whole steps of 256 KiB.
 *
 * @returns whether the object is complete; undefined for a part that is not a multiple of 256 KiB.
 */
const receive = async (
  { bytes }: Session,
  { start, total, isOpen }: PartRange,
  request: IncomingMessage,
  alter: Alter,
): Promise<boolean | undefined> => {
  const chunks: Buffer[] = [];
  let isAborted = false;
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
  } catch {
    isAborted = true;
  }
  const body = Buffer.concat(chunks);
  if (start !== undefined && start <= bytes.size) {
    const fresh = body.subarray(bytes.size - start);
    const usable = isAborted ? fresh.length - (fresh.length % stepBytes) : fresh.length;
    if (total === undefined && !isOpen && usable % stepBytes !== 0) return undefined;
    if (usable > 0) bytes.add(alter(fresh.subarray(0, usable)));
  }
  if (isAborted) return false;
  return isOpen || bytes.size === total;
};

const incomplete = ({ bytes }: Session): Answer => ({
  status: 308,
  headers: {
    'content-length': '0',
    ...(bytes.size > 0 && { range: `bytes=0-${bytes.size - 1}` }),
  },
});
