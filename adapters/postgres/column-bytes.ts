import type { Client } from 'pg';

/** How Knex calls the driver. */
type Send = (sent: string | { readonly bytesAt?: number }, done: Done) => void;
type Done = (error: unknown, result: unknown) => void;

type Columns = readonly (string | Buffer | null)[];

type Parse = (bytes: Buffer) => void;

/** A statement without an answer yet. */
interface Outstanding {
  readonly bytesAt: number | undefined;
  readonly rows: Columns[];
}

/** Of a message: one byte for the type, then four for the length, which includes them. */
const headBytes = 5;
const dataRow = 'D'.charCodeAt(0);
const nullLength = -1;

/**
 * Returns the rows of statements with `bytesAt` as arrays of texts, but with bytes in that column. The
 * driver decodes all columns. For the data of a page, decoding and encoding it again for the response
 * would be half of the cost of a list.
 *
 * Reads the rows of these statements from the stream (PostgreSQL manual, chapter 55), and leaves all
 * other messages to the driver.
 *
 * @param connection connected and idle, and called as Knex does. Answers come in the order of statements.
 */
export const receiveColumnBytes = (connection: Client): void => {
  const outstanding: Outstanding[] = [];
  const send = connection.query.bind(connection) as unknown as Send;
  const watched: Send = (sent, done) => {
    const bytesAt = typeof sent === 'object' ? sent.bytesAt : undefined;
    const statement = { bytesAt, rows: [] };
    outstanding.push(statement);
    send(sent, (error, result) => {
      outstanding.shift();
      done(error, bytesAt === undefined ? result : { rows: statement.rows });
    });
  };
  Object.assign(connection, { query: watched });

  const { stream } = connection.connection;
  const [parse] = stream.listeners('data') as Parse[];
  if (parse === undefined) throw new Error('The driver does not read from its stream');
  stream.removeListener('data', parse);
  stream.on(
    'data',
    inMessages((bytes) => readRows(bytes, parse, outstanding)),
  );
};

/** Collects the bytes of a stream until they contain a complete message. */
const inMessages = (read: (bytes: Buffer) => number): Parse => {
  let parts: Buffer[] = [];
  let size = 0;
  let needed = headBytes;
  return (chunk) => {
    parts.push(chunk);
    size += chunk.length;
    if (size < needed) return;
    const bytes = parts.length === 1 ? chunk : Buffer.concat(parts, size);
    const rest = bytes.subarray(read(bytes));
    parts = rest.length === 0 ? [] : [rest];
    size = rest.length;
    needed = size < headBytes ? headBytes : lengthAt(rest, 0);
  };
};

/** The length of the message that begins at `at`. */
const lengthAt = (bytes: Buffer, at: number): number => 1 + bytes.readUInt32BE(at + 1);

/** Reads complete messages. @returns where the first incomplete one begins. */
const readRows = (bytes: Buffer, parse: Parse, outstanding: readonly Outstanding[]): number => {
  let at = 0;
  let parsed = 0;
  let isRow = false;
  let answered: Outstanding | undefined;
  while (at + headBytes <= bytes.length) {
    const end = at + lengthAt(bytes, at);
    if (end > bytes.length) break;
    const follows = isRow;
    isRow = bytes[at] === dataRow;
    if (isRow && !follows) {
      // The messages before it may end the answer to another statement.
      if (parsed < at) parse(bytes.subarray(parsed, at));
      parsed = at;
      [answered] = outstanding;
    }
    if (isRow && answered?.bytesAt !== undefined) {
      answered.rows.push(columnsOf(bytes, at + headBytes, answered.bytesAt));
      parsed = end;
    }
    at = end;
  }
  if (parsed < at) parse(bytes.subarray(parsed, at));
  return at;
};

/** A loop, because it runs for each row of each list. */
const columnsOf = (bytes: Buffer, start: number, bytesAt: number): Columns => {
  const columns: (string | Buffer | null)[] = [];
  const count = bytes.readUInt16BE(start);
  let at = start + 2;
  for (let index = 0; index < count; index += 1) {
    const length = bytes.readInt32BE(at);
    at += 4;
    if (length === nullLength) {
      columns.push(null);
    } else {
      const end = at + length;
      columns.push(
        index === bytesAt ? bytes.subarray(at, end) : bytes.toString(undefined, at, end),
      );
      at = end;
    }
  }
  return columns;
};
