import { PassThrough, type Readable } from 'node:stream';
import type { ExtendedFormidableOptions } from 'koa-body';
import type { UploadBody } from '../../contracts/index.ts';
import { assertStorable, DomainError, invalid } from '../../core/index.ts';
import { assertNotStrange } from './strange-json.ts';

export type Part = Parameters<NonNullable<ExtendedFormidableOptions['onPart']>>[0];

/** A file while it arrives. */
export interface ArrivingFile {
  /** As the client called it. */
  readonly name: string;
  readonly bytes: PassThrough;
}

/** What an upload consists of, as its parts come in. */
export interface UploadParts {
  /** Takes a part in whose headers were read. */
  readonly receive: (part: Part) => void;
  /** The text parts that are complete, by name; those that the schema makes objects are parsed. */
  readonly texts: ReadonlyMap<string, unknown>;
  /** Resolves when the file begins. */
  readonly file: Promise<ArrivingFile>;
  /** Why a part was refused, from the moment it was; the source learns of it only later. */
  readonly refusal: () => Error | undefined;
  /** How many bytes of parts have come so far. */
  readonly deliveredBytes: () => number;
}

/**
 * @param source is paused while nobody takes the bytes of the file, and destroyed with a
 *   {@link DomainError} when a part is not as the body says.
 */
export const uploadParts = (
  { schema, limit, fileLast }: UploadBody,
  source: () => Readable,
): UploadParts => {
  const texts = new Map<string, unknown>();
  let begin: (file: ArrivingFile) => void;
  const file = new Promise<ArrivingFile>((resolve) => {
    begin = resolve;
  });
  let hasFile = false;
  let delivered = 0;
  let refusal: Error | undefined;
  const fail = (error: Error): void => {
    refusal ??= error;
    source().destroy(error);
  };
  const refuse = (name: string, message: string): void => {
    fail(invalid('invalid_input', [{ path: name, message }]));
  };

  const receiveFile = (part: Part): void => {
    if (part.originalFilename === '') return refuse('file', 'is required');
    if (hasFile || part.name !== 'file') return refuse('file', 'must be exactly one file');
    hasFile = true;
    const bytes = new PassThrough();
    part.on('data', (chunk: Buffer) => {
      if (!bytes.destroyed && !bytes.write(chunk)) source().pause();
    });
    part.on('end', () => bytes.end());
    bytes.on('drain', () => source().resume());
    // Whoever leaves the file unread may still want the parts that follow it.
    bytes.on('close', () => source().resume());
    begin({ name: part.originalFilename ?? '', bytes });
  };

  const receiveText = (part: Part): void => {
    const name = part.name ?? '';
    // What follows the file proves nothing any more, however small the file is.
    const isLate = name === '_csrf' && hasFile;
    const isKnown = Object.hasOwn(schema.properties, name) && !isLate;
    if (name === 'file') return refuse('file', 'must be a file');
    if (isKnown && texts.has(name)) return refuse(name, 'must be given only once');
    if (isKnown && hasFile && fileLast) return refuse(name, 'must come before the file');
    const chunks: Buffer[] = [];
    let size = 0;
    part.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) fail(tooLong(name, limit));
      else if (isKnown) chunks.push(chunk);
    });
    part.on('end', () => {
      if (!isKnown) return;
      try {
        texts.set(name, readText(schema, name, Buffer.concat(chunks)));
      } catch (error) {
        fail(error instanceof Error ? error : new Error('A part failed', { cause: error }));
      }
    });
  };

  return {
    receive: (part) => {
      // What was read together with a part that was refused still comes in.
      if (refusal !== undefined) return;
      part.on('data', (chunk: Buffer) => {
        delivered += chunk.length;
      });
      if (part.originalFilename === null) receiveText(part);
      else receiveFile(part);
    },
    texts,
    file,
    refusal: () => refusal,
    deliveredBytes: () => delivered,
  };
};

const tooLong = (name: string, limit: number): DomainError =>
  new DomainError('body_too_large', `${name} may have at most ${limit} bytes`);

const readText = (schema: UploadBody['schema'], name: string, bytes: Buffer): unknown => {
  const text = decode(name, bytes);
  assertStorable(text, name);
  const property = schema.properties[name];
  const isJson = property !== undefined && 'type' in property && property.type === 'object';
  if (!isJson) return text;
  const value = parseJson(name, text);
  assertNotStrange(value, text, name);
  return value;
};

const decode = (name: string, bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid('invalid_text', [{ path: name, message: 'must be UTF-8' }]);
  }
};

const parseJson = (name: string, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('invalid_input', [{ path: name, message: 'must be JSON' }]);
  }
};
