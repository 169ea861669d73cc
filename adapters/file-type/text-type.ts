import { inspectedBytes } from '../../core/index.ts';
import { markupType } from './markup.ts';

/**
 * Decodes UTF-8 text without control characters.
 *
 * @returns undefined for anything else, including UTF-16.
 */
export const decodeText = (head: Uint8Array): string | undefined => {
  // The inspected bytes may end within a character.
  const stream = head.length >= inspectedBytes;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream });
    return text === '' || controls.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
};

/** All control characters but tab, line feed, form feed and carriage return. */
const controls = /[^\P{Cc}\t\n\f\r]/u;

/** Text formats with a magic number. Any other magic number in a text is a coincidence. */
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

/** Contains scripts, so that they do not count as plain text. */
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

/** The type of a text, by its markup, its magic number, or its file extension, in this order. */
export const textType = (text: string, magic: string | undefined, extension: string): string => {
  const textFormat = magic !== undefined && textFormats.has(magic) ? magic : undefined;
  return markupType(text) ?? textFormat ?? typesByExtension.get(extension) ?? 'text/plain';
};
