import type { Client, Connection, Submittable } from 'pg';

/** What the driver offers for COPY, besides its types. */
interface CopyingConnection extends Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/**
 * One COPY from or to the client, in the text format (PostgreSQL manual, section 55.2.7). The driver calls these
 * methods with the messages of the server.
 */
class Copy implements Submittable {
  readonly #statement: string;
  readonly #rows: Buffer;
  readonly #received: Buffer[] = [];
  readonly #result = Promise.withResolvers<Buffer>();

  constructor(statement: string, rows: Buffer = Buffer.alloc(0)) {
    this.#statement = statement;
    this.#rows = rows;
  }

  /** What the server has sent. */
  get result(): Promise<Buffer> {
    return this.#result.promise;
  }

  submit(connection: Connection): void {
    connection.query(this.#statement);
  }

  handleCopyInResponse(connection: CopyingConnection): void {
    connection.sendCopyFromChunk(this.#rows);
    connection.endCopyFrom();
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.#received.push(Buffer.from(chunk));
  }

  handleCommandComplete(): void {
    // The server is ready after it.
  }

  handleError(error: Error): void {
    this.#result.reject(error);
  }

  handleReadyForQuery(): void {
    this.#result.resolve(Buffer.concat(this.#received));
  }
}

/** All rows of a table, as COPY writes them. */
export const copyOut = (client: Client, table: string): Promise<Buffer> =>
  client.query(new Copy(`copy ${table} to stdout`)).result;

/** Adds rows from {@link copyOut} to a table with the same columns. */
export const copyIn = async (client: Client, table: string, rows: Buffer): Promise<void> => {
  await client.query(new Copy(`copy ${table} from stdin`, rows)).result;
};
