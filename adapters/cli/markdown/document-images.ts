import type { Json, JsonObject } from '../../../core/index.ts';
import type { ImageReference } from './html-images.ts';
import type { ResolveImage } from './image-resolver.ts';
import { isImageAddress } from './scan-folder.ts';

/** An address in a document without an image in the folder, and why. */
export interface MissingImage {
  readonly address: string;
  readonly reason: string;
}

/** The images that a document shows or links to. */
export interface DocumentImages {
  /** By the address in the document. Paths are relative to the folder. */
  readonly files: ReadonlyMap<string, { readonly path: string; readonly suffix: string }>;
  readonly missing: readonly MissingImage[];
}

/** @param path of the document, relative to the folder. */
export const findDocumentImages = (
  path: string,
  matter: JsonObject,
  references: readonly ImageReference[],
  resolve: ResolveImage,
): DocumentImages => {
  const files = new Map<string, { readonly path: string; readonly suffix: string }>();
  const missing = new Map<string, MissingImage>();
  const resolveAddress = (address: string, mustExist: boolean): void => {
    const found = resolve(address, path);
    if (found.kind === 'file') files.set(address, found);
    if (found.kind === 'missing' && mustExist) {
      missing.set(address, { address, reason: found.reason });
    }
  };
  // A dead link is not a missing image.
  for (const { address, isLink = false } of references) resolveAddress(address, !isLink);
  for (const text of textsOf(withoutNames(matter))) {
    // "How to crop photo.png" is a sentence, not a path.
    if (isImageAddress(text)) resolveAddress(text, /^\S[^\s/]*\/\S+$/.test(text));
  }
  return { files, missing: [...missing.values()] };
};

/** The front matter without title and slug, which are text even if they look like a path. */
export const withoutNames = ({ title: _title, slug: _slug, ...rest }: JsonObject): JsonObject =>
  rest;

function* textsOf(value: Json): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const each of Object.values(value)) yield* textsOf(each);
}

/** Replaces the addresses of images in a text. Everything else stays unchanged. */
export const replaceAddresses = (
  text: string,
  images: readonly ImageReference[],
  addressFor: (image: ImageReference) => string | undefined,
): string => {
  const pieces: string[] = [];
  let end = 0;
  for (const image of images) {
    const address = addressFor(image);
    if (address === undefined) continue;
    pieces.push(text.slice(end, image.start), escapeAddress(address));
    end = image.end;
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
