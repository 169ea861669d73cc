import type { Json, JsonObject } from '../../../core/vocabulary.ts';
import { isFileAddress, isImageAddress, isMediaAddress, type Reference } from './file-address.ts';
import type { ResolveFile } from './file-resolver.ts';
import type { LocalFile } from './local-file.ts';

/** An address in a document whose file does not exist, and why. */
export interface MissingFile {
  readonly address: string;
  readonly reason: string;
}

/** The files that a document shows or links to. */
export interface DocumentFiles {
  /** By the address in the document. */
  readonly found: ReadonlyMap<string, { readonly file: LocalFile; readonly suffix: string }>;
  readonly missing: readonly MissingFile[];
  /** The addresses of documents that are not in the folder, each once. */
  readonly missingDocuments: readonly string[];
  /** The notation of each address that only the site can compute. */
  readonly unread: readonly string[];
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
  const missingDocuments = new Set<string>();
  const unread: string[] = [];
  const resolveAddress = (address: string, mustExist: boolean): void => {
    const resolved = resolve(address, path);
    if (resolved.kind === 'file') found.set(address, resolved);
    if (resolved.kind === 'missing document') missingDocuments.add(address);
    if (!mustExist) return;
    if (resolved.kind === 'unread') unread.push('{{ … }}');
    if (resolved.kind === 'missing') missing.set(address, { address, reason: resolved.reason });
  };
  for (const { address, isLink = false, isOptional = false } of references) {
    // Other links lead to pages of the site.
    resolveAddress(address, !isOptional && (!isLink || isFileAddress(address)));
  }
  for (const text of textsOf(withoutNames(matter))) {
    if (text.includes('*')) {
      if (isImageAddress(text)) unread.push('*');
      continue;
    }
    // "How to crop photo.png" is a sentence, not a path.
    if (isMediaAddress(text))
      resolveAddress(text, isImageAddress(text) && /^\S[^\s/]*\/\S+$/.test(text));
  }
  return { found, missing: [...missing.values()], missingDocuments: [...missingDocuments], unread };
};

/** The front matter without title and slug, which are text even if they look like a path. */
export const withoutNames = ({ title: _title, slug: _slug, ...rest }: JsonObject): JsonObject =>
  rest;

/** All texts in a value. */
export function* textsOf(value: Json): Generator<string> {
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
    const escaped = escapeAddress(address);
    pieces.push(text.slice(end, reference.start), reference.replace?.(escaped) ?? escaped);
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
