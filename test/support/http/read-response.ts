/** A response as it was received. */
export interface ReceivedResponse {
  readonly status: number;
  /** Names in lower case, each with its values in order. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly bytes: Buffer;
}

export interface ResponseReader {
  /** Takes the next bytes. @returns the response when it is complete. @throws Error if it is invalid. */
  (chunk: Buffer): ReceivedResponse | undefined;
  /** Called when the connection has ended. @returns the response if it ends there. */
  readonly end: () => ReceivedResponse | undefined;
}

type Head = Omit<ReceivedResponse, 'bytes'>;

/** Where the bytes of a body end: after a number of bytes, after its last chunk, or with the connection. */
type Extent = number | 'chunks' | 'connection';

/** Reads one response of HTTP/1.1 to a request with the method. */
export const responseReader = (method: string): ResponseReader => {
  let received: Buffer[] = [];
  let length = 0;
  let head: Head | undefined;
  let extent: Extent = 0;
  let bodyAt = 0;

  const all = (): Buffer => {
    const [first] = received;
    if (first !== undefined && received.length === 1) return first;
    const joined = Buffer.concat(received);
    received = [joined];
    return joined;
  };

  const read = (chunk: Buffer): ReceivedResponse | undefined => {
    received.push(chunk);
    length += chunk.length;
    while (head === undefined || head.status < 200) {
      const end = all().indexOf('\r\n\r\n', bodyAt);
      if (end < 0) return undefined;
      head = parseHead(all().toString('latin1', bodyAt, end));
      bodyAt = end + 4;
      extent = extentOf(method, head);
    }
    if (extent === 'connection') return undefined;
    if (extent === 'chunks' && isStream(head)) {
      const isOnePage = all().toString('latin1', bodyAt).endsWith(endOfPage);
      const bytes = isOnePage && joinChunks(Buffer.concat([all(), lastChunk]), bodyAt);
      return bytes ? { ...head, headers: new Map([...head.headers, closed]), bytes } : undefined;
    }
    if (extent === 'chunks') {
      // A complete body ends like this; others are not searched again and again.
      if (chunk.length >= 5 && chunk.toString('latin1', chunk.length - 5) !== '0\r\n\r\n')
        return undefined;
      const bytes = joinChunks(all(), bodyAt);
      return bytes && { ...head, bytes };
    }
    if (length - bodyAt > extent) throw new Error('More bytes than the response may have');
    if (length - bodyAt < extent) return undefined;
    return { ...head, bytes: all().subarray(bodyAt) };
  };

  const end = (): ReceivedResponse | undefined =>
    head !== undefined && extent === 'connection'
      ? { ...head, bytes: all().subarray(bodyAt) }
      : undefined;

  return Object.assign(read, { end });
};

/** A stream has no end: the response is its first page, and then the connection is closed. */
const isStream = ({ status, headers }: Head): boolean =>
  status === 200 && headers.get('content-type')?.[0]?.startsWith('text/event-stream') === true;

/** An event ends with an empty line, and a page with a chunk. */
const endOfPage = '\n\n\r\n';
const lastChunk = Buffer.from('0\r\n\r\n');
const closed = ['connection', ['close']] as const;

const parseHead = (text: string): Head => {
  const [statusLine = '', ...lines] = text.split('\r\n');
  const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(statusLine) ?? [];
  if (status === undefined) throw new Error(`Not an HTTP response: ${statusLine.slice(0, 100)}`);
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const at = line.indexOf(':');
    if (at < 1) throw new Error(`Not a header: ${line}`);
    const name = line.slice(0, at).toLowerCase();
    const value = line.slice(at + 1).trim();
    const known = headers.get(name);
    if (known === undefined) headers.set(name, [value]);
    else known.push(value);
  }
  return { status: Number(status), headers };
};

const extentOf = (method: string, { status, headers }: Head): Extent => {
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return 0;
  if (headers.get('transfer-encoding')?.[0] === 'chunked') return 'chunks';
  const length = headers.get('content-length')?.[0];
  return length === undefined ? 'connection' : Number(length);
};

/** @returns the content of the chunks that begin at `start`; undefined if the last one is missing. */
const joinChunks = (bytes: Buffer, start: number): Buffer | undefined => {
  const contents: Buffer[] = [];
  for (let at = start; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    if (Number.isNaN(size)) throw new Error('Not the size of a chunk');
    const next = lineEnd + 2 + size + 2;
    if (next > bytes.length) return undefined;
    if (size === 0) return Buffer.concat(contents);
    contents.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = next;
  }
};
