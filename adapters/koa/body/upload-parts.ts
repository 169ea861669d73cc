import { PassThrough, type Readable } from 'node:stream';
import type { UploadBody } from '../../../contracts/index.ts';
import { assertStorable, DomainError, invalid } from '../../../core/index.ts';
import { decodeText, parseJson } from '../../http/body/safe-json.ts';
import { unknownIssue } from '../../http/body/strict-handling.ts';
import type { Part } from './upload-parser.ts';

/** A file that is arriving. */
export interface IncomingFile {
  /** The client's name for it. */
  readonly name: string;
  readonly bytes: PassThrough;
}

/** Collects the parts of an upload. */
export interface UploadParts {
  /** Call it for each part, when its headers were read. */
  readonly receive: (part: Part) => void;
  /** The complete text parts by name. JSON of properties whose type is an object is parsed. */
  readonly texts: ReadonlyMap<string, unknown>;
  /** Resolves when the file begins. */
  readonly file: Promise<IncomingFile>;
}

/**
 * @param isStrict rejects text parts that the operation does not have.
 * @param request paused while the bytes of the file are not consumed.
 * @param reading aborted with a {@link DomainError} when a part is invalid.
 */
export const uploadParts = (
  { schema, limit, fileLast }: UploadBody,
  isStrict: boolean,
  request: Readable,
  reading: AbortController,
): UploadParts => {
  const texts = new Map<string, unknown>();
  let resolveFile: (file: IncomingFile) => void;
  const file = new Promise<IncomingFile>((resolve) => {
    resolveFile = resolve;
  });
  let hasFile = false;
  const reject = (name: string, message: string): void => {
    reading.abort(invalid('invalid_input', [{ path: name, message }]));
  };

  const receiveFile = (part: Part): void => {
    if (part.originalFilename === '') return reject('file', 'is required');
    if (hasFile) return reject('file', 'must be exactly one file');
    if (part.name !== 'file') {
      return reject('file', `is required, but the file is in the part ${quoted(part.name)}`);
    }
    hasFile = true;
    const bytes = new PassThrough();
    part.on('data', (chunk: Buffer) => {
      if (!bytes.destroyed && !bytes.write(chunk)) request.pause();
    });
    part.on('end', () => bytes.end());
    bytes.on('drain', () => request.resume());
    // If the file is not consumed, the parts after it still are.
    bytes.on('close', () => request.resume());
    resolveFile({ name: part.originalFilename ?? '', bytes });
  };

  const receiveText = (part: Part): void => {
    const name = part.name ?? '';
    // A token after the file is ignored: it must be checked before the file is used.
    const isLate = name === '_csrf' && hasFile;
    const isExpected = Object.hasOwn(schema.properties, name) && !isLate;
    if (name === 'file') return reject('file', 'must be a file');
    if (isStrict && !isExpected && !isLate) {
      const names = ['file', ...Object.keys(schema.properties)];
      const issue = unknownIssue({ path: [name], known: names });
      return reading.abort(invalid('invalid_input', [issue]));
    }
    if (isExpected && texts.has(name)) return reject(name, 'must be given only once');
    if (isExpected && hasFile && fileLast) return reject(name, 'must come before the file');
    const chunks: Buffer[] = [];
    let size = 0;
    part.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limit) reading.abort(tooLong(name, limit));
      else if (isExpected) chunks.push(chunk);
    });
    part.on('end', () => {
      if (!isExpected) return;
      try {
        texts.set(name, readText(schema, name, Buffer.concat(chunks)));
      } catch (error) {
        reading.abort(error);
      }
    });
  };

  return {
    receive: (part) => {
      if (part.originalFilename === null) receiveText(part);
      else receiveFile(part);
    },
    texts,
    file,
  };
};

const shownLength = 100;

/** The name of a part, as the client sent it. */
const quoted = (name: string | null): string => `'${(name ?? '').slice(0, shownLength)}'`;

const tooLong = (name: string, limit: number): DomainError =>
  new DomainError('body_too_large', `${name} may have at most ${limit} bytes`);

const readText = (schema: UploadBody['schema'], name: string, bytes: Buffer): unknown => {
  const text = decodeText(bytes, name);
  assertStorable(text, name);
  const property = schema.properties[name];
  const isJson = property !== undefined && 'type' in property && property.type === 'object';
  return isJson ? parseJson(text, name) : text;
};
