import type { Json, JsonObject } from '../../../core/index.ts';
import { isFileAddress, isImageAddress } from './file-address.ts';
import type { ResolveFile } from './file-resolver.ts';
import type { Reference } from './html-references.ts';
import type { LocalFile } from './local-file.ts';

/** An address in a document that refers to no file, and why. */
export interface MissingFile {
  readonly address: string;
  readonly reason: string;
}

/** The files that a document shows or links to. */
export interface DocumentFiles {
  /** By the address in the document. */
  readonly found: ReadonlyMap<string, { readonly file: LocalFile; readonly suffix: string }>;
  readonly missing: readonly MissingFile[];
}

/** @param path of the document, relative to the folder. */
export const findDocumentFiles = (
  path: string,
  matter: JsonObject,
  references: readonly Reference[],
  resolve: ResolveFile,
): DocumentFiles => {
  const found = new Map<string, { readonly file: LocalFile; readonly suffix: string }>();
  const missing = new Map<string, MissingFile>();
  const resolveAddress = (address: string, mustExist: boolean): void => {
    const resolved = resolve(address, path);
    if (resolved.kind === 'file') found.set(address, resolved);
    if (resolved.kind === 'missing' && mustExist) {
      missing.set(address, { address, reason: resolved.reason });
    }
  };
  for (const { address, isLink = false } of references) {
    // Other links lead to pages of the site.
    resolveAddress(address, !isLink || isFileAddress(address));
  }
  for (const text of textsOf(withoutNames(matter))) {
    // "How to crop photo.png" is a sentence, not a path.
    if (isImageAddress(text)) resolveAddress(text, /^\S[^\s/]*\/\S+$/.test(text));
  }
  return { found, missing: [...missing.values()] };
};

/** The front matter without title and slug, which are text even if they look like a path. */
export const withoutNames = ({ title: _title, slug: _slug, ...rest }: JsonObject): JsonObject =>
  rest;

function* textsOf(value: Json): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const each of Object.values(value)) yield* textsOf(each);
}

/** Replaces addresses in a text. Everything else stays unchanged. */
export const replaceAddresses = (
  text: string,
  references: readonly Reference[],
  addressFor: (reference: Reference) => string | undefined,
): string => {
  const pieces: string[] = [];
  let end = 0;
  for (const reference of references) {
    const address = addressFor(reference);
    if (address === undefined) continue;
    pieces.push(text.slice(end, reference.start), escapeAddress(address));
    end = reference.end;
  }
  return pieces.join('') + text.slice(end);
};

/** Escapes an address so that it fits Markdown, with or without brackets, and HTML, with or without quotes. */
const escapeAddress = (address: string): string =>
  address
    .replace(/[\s"'()<>[\]\\`]/g, (character) =>
      Array.from(Buffer.from(character), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join(
        '',
      ),
    )
    .replaceAll('&', '&amp;');
