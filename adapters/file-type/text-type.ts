import { inspectedBytes, type MediaFacts } from '../../core/index.ts';
import { markupType } from './markup.ts';

/**
 * Decodes UTF-8 text without control characters.
 *
 * @returns undefined for anything else, including UTF-16.
 */
export const decodeText = (head: Uint8Array): string | undefined => {
  const text = decodeUtf8(head) ?? '';
  return text === '' || controls.test(text) ? undefined : text;
};

const decodeUtf8 = (head: Uint8Array): string | undefined => {
  // The inspected bytes may end within a character.
  const stream = head.length >= inspectedBytes;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream });
  } catch {
    return undefined;
  }
};

/** All control characters but tab, line feed, form feed and carriage return. */
const controls = /[^\P{Cc}\t\n\f\r]/u;

/**
 * Why {@link decodeText} does not decode bytes that look like text: they are in UTF-16 or an encoding with one byte
 * for each character, such as Windows-1252, or they are mostly text. Undefined for anything else.
 */
export const textProblem = (head: Uint8Array): MediaFacts['textProblem'] => {
  if (hasUtf16Mark(head) || looksLikeUtf16(head)) return 'not-utf-8';
  const text = decodeUtf8(head);
  if (text === undefined) return head.some(isControl) ? undefined : 'not-utf-8';
  const count = head.reduce((sum, byte) => sum + (isControl(byte) ? 1 : 0), 0);
  return count > 0 && count * 10 < head.length ? 'control-characters' : undefined;
};

const hasUtf16Mark = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

/** Without a mark: in text of most scripts of Europe, every second byte is zero. */
const looksLikeUtf16 = (head: Uint8Array): boolean =>
  [0, 1].some((parity) => {
    const zeros = head.filter((byte, index) => byte === 0 && index % 2 === parity).length;
    const others = head.filter((_, index) => index % 2 !== parity);
    return zeros > head.length / 3 && !others.some(isControl);
  });

const isControl = (byte: number): boolean =>
  (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13) || byte === 0x7f;

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
