/** A statement that a client sends, with all bytes that belong to it. */
export interface SentStatement {
  /** The name of the prepared statement, or the text of another one. */
  readonly name: string;
  readonly bytes: Buffer;
}

const endOfText = (bytes: Buffer, from: number): number => bytes.indexOf(0, from);

const textAt = (bytes: Buffer, from: number): string =>
  bytes.toString('utf8', from, endOfText(bytes, from));

/** The name in a message: of Parse, of Bind, or the text of Query. */
const nameIn = (type: string, body: Buffer): string | undefined => {
  if (type === 'Q' || type === 'P') return textAt(body, 0);
  // After the name of the portal.
  return type === 'B' ? textAt(body, endOfText(body, 0) + 1) : undefined;
};

/**
 * Splits what a client sends to PostgreSQL into statements (PostgreSQL manual, chapter 55). What begins a connection is
 * a statement without a name.
 *
 * @returns a function that takes the next bytes, and returns the statements that are complete with them.
 */
export const statementReader = (): ((bytes: Buffer) => readonly SentStatement[]) => {
  let rest = Buffer.alloc(0);
  let hasStarted = false;
  let parts: Buffer[] = [];
  let name: string | undefined;
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    const statements: SentStatement[] = [];
    for (;;) {
      // Only the first message has no type.
      const header = hasStarted ? 1 : 0;
      if (rest.length < header + 4) return statements;
      const length = header + rest.readInt32BE(header);
      if (rest.length < length) return statements;
      const message = rest.subarray(0, length);
      rest = rest.subarray(length);
      parts.push(message);
      const type = hasStarted ? String.fromCharCode(message[0]!) : 'start';
      hasStarted = true;
      name ??= nameIn(type, message.subarray(5));
      // Sync, Query, and what is not about statements.
      if ('PBDEHC'.includes(type)) continue;
      statements.push({ name: name ?? '', bytes: Buffer.concat(parts) });
      parts = [];
      name = undefined;
    }
  };
};
