import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { pipeline } from 'node:stream';
import { CommandError } from '../command-errors.ts';

/** A part of a text, or why the text ends before its end. */
export type TextPart =
  | { readonly text: string; readonly mistake?: undefined }
  | { readonly text?: undefined; readonly mistake: string };

/**
 * Reads the text of an XML file, also a compressed one, in the encoding that it declares.
 *
 * @throws CommandError for an encoding that cannot be decoded.
 */
export async function* readText(path: string): AsyncGenerator<TextPart> {
  let decoder: Decoder | undefined;
  try {
    for await (const chunk of bytesOf(path)) {
      decoder ??= decoderFor(chunk, path);
      const { text, mistake } = decoder(chunk);
      yield { text };
      if (mistake === undefined) continue;
      yield { mistake };
      return;
    }
    if (decoder?.().mistake !== undefined) yield { mistake: 'the file is cut off' };
  } catch (error) {
    if (!isCompressionError(error)) throw error;
    yield { mistake: 'the compressed file is damaged or cut off' };
  }
}

/** The first characters of a file, also of a compressed one. One character per byte. */
export const readStart = async (path: string): Promise<string> => {
  try {
    for await (const chunk of bytesOf(path)) return Buffer.from(chunk).toString('latin1');
  } catch (error) {
    if (!isCompressionError(error)) throw error;
  }
  return '';
};

const bytesOf = (path: string): AsyncIterable<Uint8Array> => {
  const file = createReadStream(path);
  // `pipeline` closes the file. The reader of the stream gets the error.
  return /\.gz$/i.test(path) ? pipeline(file, createGunzip(), () => undefined) : file;
};

const isCompressionError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');

/** @param chunk the next bytes; undefined at the end. @returns a mistake with the text in front of it. */
type Decoder = (chunk?: Uint8Array) => { readonly text: string; readonly mistake?: string };

const decoderFor = (start: Uint8Array, path: string): Decoder => {
  const encoding = encodingOf(start);
  const strict = strictDecoder(encoding);
  if (strict === undefined) {
    throw new CommandError(`${path} has the encoding ${encoding}, which cannot be decoded.`);
  }
  // Decodes what is in front of a mistake.
  const lenient = new TextDecoder(encoding);
  return (chunk) => {
    const options = { stream: chunk !== undefined };
    const text = lenient.decode(chunk, options);
    try {
      strict.decode(chunk, options);
      return { text };
    } catch {
      return {
        text: text.slice(0, Math.max(0, text.indexOf('\uFFFD'))),
        mistake: `it is not valid ${encoding}`,
      };
    }
  };
};

/** @returns undefined for an unknown encoding. */
const strictDecoder = (encoding: string): TextDecoder | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    return undefined;
  }
};

/** A mark at the start counts, then the declaration. */
const encodingOf = (start: Uint8Array): string => {
  const head = Buffer.from(start.subarray(0, 1_000)).toString('latin1');
  if (head.startsWith('\u00EF\u00BB\u00BF')) return 'utf-8';
  if (head.startsWith('\u00FE\u00FF')) return 'utf-16be';
  if (head.startsWith('\u00FF\u00FE')) return 'utf-16le';
  const [, declared = 'utf-8'] = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([^"']+)/.exec(head) ?? [];
  return declared.toLowerCase();
};
