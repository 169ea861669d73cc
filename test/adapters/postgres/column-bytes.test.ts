import { EventEmitter } from 'node:events';
import fc from 'fast-check';
import type { Client } from 'pg';
import { expect, test } from 'vitest';
import { receiveColumnBytes } from '../../../adapters/postgres/column-bytes.ts';
import { query, type Statement } from '../../../adapters/postgres/statement.ts';
import { withPostgres } from '../../support/fresh-database.ts';
import { openedDatabases } from '../../support/opened-databases.ts';

type Row = readonly (string | null)[];

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};

const rowMessage = (row: Row): Buffer => {
  const count = Buffer.alloc(2);
  count.writeUInt16BE(row.length);
  const columns = row.flatMap((column) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(column === null ? -1 : Buffer.byteLength(column));
    return [length, Buffer.from(column ?? '')];
  });
  return message('D', Buffer.concat([count, ...columns]));
};

/** The answer to a statement: a message before the rows, and two after them. */
const answerOf = (rows: readonly Row[]): Buffer =>
  Buffer.concat([
    message('T', Buffer.from('fields')),
    ...rows.map(rowMessage),
    message('C', Buffer.alloc(0)),
    message('Z', Buffer.from('I')),
  ]);

/** A driver that gives each statement to its caller when the end of its answer is parsed. */
const fakeConnection = () => {
  const stream = new EventEmitter();
  const parsed: Buffer[] = [];
  const waiting: ((error: unknown, result: unknown) => void)[] = [];
  stream.on('data', (bytes: Buffer) => {
    parsed.push(bytes);
    const ends = bytes.toString('latin1').split('Z\0\0\0\x05I').length - 1;
    for (const done of waiting.splice(0, ends)) done(null, { rows: 'of the driver' });
  });
  const connection = {
    connection: { stream },
    query: (_: unknown, done: (error: unknown, result: unknown) => void) => void waiting.push(done),
  };
  return { stream, connection, parsed: () => Buffer.concat(parsed) };
};

const rowsOf = (bytesAt: number, rows: readonly Row[]) =>
  rows.map((row) =>
    row.map((column, index) =>
      column !== null && index === bytesAt ? Buffer.from(column) : column,
    ),
  );

test('rows are separated from the other messages, wherever the stream is divided', () => {
  const rows = fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.option(fc.string())), {
    maxLength: 5,
  });
  const statements = fc.array(fc.record({ rows, isText: fc.boolean() }), { maxLength: 5 });
  const sizes = fc.infiniteStream(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.nat(200)));
  fc.assert(
    fc.property(statements, sizes, (sent, chunkSizes) => {
      const { stream, connection, parsed } = fakeConnection();
      receiveColumnBytes(connection as unknown as Client);
      const results: unknown[] = [];
      for (const { isText } of sent) {
        const done = (_: unknown, result: { rows: unknown }) => void results.push(result.rows);
        connection.query(isText ? {} : { bytesAt: 1 }, done as never);
      }
      const answers = Buffer.concat(sent.map((each) => answerOf(each.rows)));
      for (let at = 0; at < answers.length;) {
        const end = at + (chunkSizes.next().value ?? 1);
        stream.emit('data', answers.subarray(at, end));
        at = end;
      }
      expect(results).toEqual(
        sent.map((each) => (each.isText ? 'of the driver' : rowsOf(1, each.rows))),
      );
      const left = sent.map((each) => answerOf(each.isText ? each.rows : []));
      expect(parsed().equals(Buffer.concat(left))).toBe(true);
    }),
  );
});

await withPostgres('empty', (url) => {
  const open = openedDatabases();
  const bytesAt = 1;

  const series = (count: number): Statement => ({
    name: `series_${count}`,
    text: `select n, repeat('é', n), null from generate_series(1, ${count}) n`,
    rowMode: 'array',
    bytesAt,
  });

  const expected = (count: number) =>
    Array.from({ length: count }, (_, index) => [
      String(index + 1),
      Buffer.from('é'.repeat(index + 1)),
      null,
    ]);

  test('a server returns one column as bytes', async () => {
    expect(await query(open(url), series(1_000))).toEqual(expected(1_000));
  });

  test('a row can be larger than the chunks of the stream', async () => {
    const text = `select 'x', repeat('é', 3000000)`;
    const [row] = await query<readonly [string, Buffer]>(open(url), {
      name: 'large',
      text,
      rowMode: 'array',
      bytesAt,
    });
    expect(row?.[1].equals(Buffer.from('é'.repeat(3_000_000)))).toBe(true);
  });

  test('statements that wait for the connection get their own answers', async () => {
    await open(url).transaction(async (transaction) => {
      const text: Statement = { name: 'text', text: `select 'é' as text` };
      const results = await Promise.all([
        query(transaction, series(2)),
        query(transaction, text),
        query(transaction, series(3)),
      ]);
      expect(results).toEqual([expected(2), [{ text: 'é' }], expected(3)]);
    });
  });

  test('a statement that fails after some rows leaves the connection usable', async () => {
    const database = open(url);
    const failing = {
      ...series(5),
      name: 'failing',
      text: 'select 1 / (3 - n), null from generate_series(1, 5) n',
    };
    await expect(query(database, failing)).rejects.toThrow('division by zero');
    expect(await query(database, series(2))).toEqual(expected(2));
  });
});
