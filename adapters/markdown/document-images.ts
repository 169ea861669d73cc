import type { Json, JsonObject } from '../../core/index.ts';
import type { ImageReference } from './html-images.ts';
import type { ResolveImage } from './image-resolver.ts';
import { isImageAddress } from './scan-folder.ts';

/** An address in a document that leads to no image of the folder, and why. */
export interface MissingImage {
  readonly address: string;
  readonly reason: string;
}

/** The images that a document shows or links to, by the addresses that it uses. */
export interface DocumentImages {
  /** Paths relative to the folder. */
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
  const look = (address: string, isSurelyImage: boolean): void => {
    const found = resolve(address, path);
    if (found.kind === 'file') files.set(address, found);
    if (found.kind === 'missing' && isSurelyImage) {
      missing.set(address, { address, reason: found.reason });
    }
  };
  // A link that leads nowhere is no picture that is missing.
  for (const { address, isLink = false } of references) look(address, !isLink);
  for (const text of textsOf(withoutNames(matter))) {
    // "How to crop photo.png" is a sentence.
    if (isImageAddress(text)) look(text, /^\S[^\s/]*\/\S+$/.test(text));
  }
  return { files, missing: [...missing.values()] };
};

/** The front matter but for what names the document: that is text, whatever it looks like. */
export const withoutNames = ({ title: _title, slug: _slug, ...rest }: JsonObject): JsonObject =>
  rest;

function* textsOf(value: Json): Generator<string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const each of Object.values(value)) yield* textsOf(each);
}
