import { tinyGif } from './tiny-gif.ts';

export const boundary = 'bnd';

/** One part of a form, byte for byte; text is written as Latin-1. */
export const rawPart = (head: string, content: string): string =>
  `--${boundary}\r\n${head}\r\n\r\n${content}\r\n`;

export const formEnd = `--${boundary}--\r\n`;

const gif = Buffer.from(tinyGif).toString('latin1');

/** A part with a valid file. `disposition` is its Content-Disposition. */
export const rawFile = (
  disposition = 'form-data; name="file"; filename="a.gif"',
  content = gif,
): string => rawPart(`Content-Disposition: ${disposition}\r\nContent-Type: image/gif`, content);

export const rawField = (name: string, value: string): string =>
  rawPart(`Content-Disposition: form-data; name="${name}"`, value);
