import { inspectedBytes } from '../../core/index.ts';
import { markupType } from './markup.ts';

/**
 * The text that the bytes are: UTF-8 without control characters.
 *
 * @returns undefined for anything else, UTF-16 included.
 */
export const decodeText = (head: Uint8Array): string | undefined => {
  // The cut after the inspected bytes may go through a character.
  const stream = head.length >= inspectedBytes;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream });
    return text === '' || controls.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
};

/** All but tabulator, line feed, form feed and carriage return. */
const controls = /[^\P{Cc}\t\n\f\r]/u;

/** Formats that are text and that a magic number tells; any other magic in a text is chance. */
const textFormats: ReadonlySet<string> = new Set([
  'application/eps',
  'application/pdf',
  'application/pgp-encrypted',
  'application/postscript',
  'application/rtf',
  'application/x-ms-regedit',
  'image/gif',
  'text/calendar',
  'text/vcard',
  'text/vtt',
]);

/** What a file of text is by its name. Programs are told apart so that they are not plain text. */
const typesByExtension: ReadonlyMap<string, string> = new Map([
  ['csv', 'text/csv'],
  ['js', 'text/javascript'],
  ['mjs', 'text/javascript'],
  ['cjs', 'text/javascript'],
  ['html', 'text/html'],
  ['htm', 'text/html'],
  ['xhtml', 'application/xhtml+xml'],
  ['xht', 'application/xhtml+xml'],
  ['xml', 'application/xml'],
  ['xsl', 'application/xml'],
  ['css', 'text/css'],
  ['json', 'application/json'],
  ['php', 'application/x-httpd-php'],
  ['sh', 'application/x-sh'],
  ['bat', 'application/x-bat'],
  ['cmd', 'application/x-bat'],
  ['ps1', 'application/x-powershell'],
]);

/** The type of a text: by its markup, by a magic number of a text format, by its name. */
export const textType = (text: string, magic: string | undefined, extension: string): string => {
  const believed = magic !== undefined && textFormats.has(magic) ? magic : undefined;
  return markupType(text) ?? believed ?? typesByExtension.get(extension) ?? 'text/plain';
};
