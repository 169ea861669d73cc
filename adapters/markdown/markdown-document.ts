import type { IncomingContentDto } from '../../contracts/index.ts';
import type { ContentStatus, JsonObject } from '../../core/index.ts';
import { BrokenFile } from './broken-file.ts';
import { derivedId } from './derived-id.ts';
import {
  isAboutFolder,
  nameOf,
  readCreated,
  readStatus,
  readText,
  readUpdated,
} from './document-fields.ts';
import { findDocumentImages, withoutNames, type MissingImage } from './document-images.ts';
import { parseFrontMatter } from './front-matter.ts';
import { replaceAddresses } from './image-addresses.ts';
import type { ResolveImage } from './image-resolver.ts';
import { mapTexts } from './map-texts.ts';
import { readMarkdown, type MarkdownSyntax } from './markdown-syntax.ts';
import { mentionsImagePath } from './scan-folder.ts';
import { splitFrontMatter } from './split-front-matter.ts';

/** A document of a folder, ready to be imported. */
export interface MarkdownDocument {
  /** The images of the folder that it shows: paths relative to the folder. */
  readonly images: readonly string[];
  readonly missing: readonly MissingImage[];
  /**
   * The record, with the addresses of stored images in place of those in the file. An image without
   * one keeps the address that it has.
   *
   * @param stored addresses by path of the image.
   */
  readonly toRecord: (stored: ReadonlyMap<string, string>) => IncomingContentDto;
}

export interface DocumentRules {
  /** The name of the collection that the documents go to. */
  readonly collection: string;
  /** Given to all; without one each has the status that it states, else `draft`. */
  readonly status?: ContentStatus | undefined;
}

/**
 * @returns undefined for a file about the folder, such as a README, unless it has front matter.
 * @throws BrokenFile.
 */
export const parseDocument = (
  path: string,
  text: string,
  { collection, status }: DocumentRules,
  resolve: ResolveImage,
): MarkdownDocument | undefined => {
  const { format, matter: source, body } = splitFrontMatter(text);
  if (format === undefined && isAboutFolder(path)) return undefined;
  const matter = parseFrontMatter(source, format);
  const title = readText(matter, 'title');
  const syntax = readSyntax(path, body, { needsHeading: title === undefined });
  const created = readCreated(matter);
  const updated = readUpdated(matter);
  const record = {
    id: derivedId('document', collection, path.normalize('NFC')),
    collection,
    title: title ?? syntax.heading ?? nameOf(path),
    slug: readText(matter, 'slug') ?? nameOf(path),
    status: status ?? readStatus(matter) ?? 'draft',
    ...(created !== undefined && { created_at: created }),
    ...(updated !== undefined && { updated_at: updated }),
  };
  const withBody = bodyRule(matter, body);
  const { files, missing } = findDocumentImages(path, matter, syntax.images, resolve);
  return {
    images: [...new Set([...files.values()].map((file) => file.path))],
    missing,
    toRecord: (stored) => {
      const addressFor = (address: string): string | undefined => {
        const file = files.get(address);
        const found = file && stored.get(file.path);
        return found && found + file.suffix;
      };
      const rest = mapTexts(withoutNames(matter), (value) => addressFor(value) ?? value);
      const content = replaceAddresses(body, syntax.images, ({ address }) => addressFor(address));
      return { ...record, data: withBody({ ...matter, ...rest }, content) };
    },
  };
};

/** @throws BrokenFile when front matter and text would both be the content. */
const bodyRule = (
  matter: JsonObject,
  body: string,
): ((data: JsonObject, content: string) => JsonObject) => {
  if (matter['content'] === undefined) return (data, content) => ({ ...data, content });
  if (body.trim() === '') return (data) => data;
  throw new BrokenFile(
    "its front matter has the name 'content', which belongs to the text below it",
  );
};

/** Most documents show no image and need no reading: some are very long. */
const readSyntax = (
  path: string,
  body: string,
  { needsHeading }: { readonly needsHeading: boolean },
): MarkdownSyntax => {
  const hasImage = /!\[|<im(?:g|age)\b/i.test(body) || mentionsImagePath(body);
  if (!needsHeading && !hasImage) return { heading: undefined, images: [] };
  try {
    return readMarkdown(body, { mdx: /\.mdx$/i.test(path) });
  } catch (error) {
    const why = error instanceof Error ? `: ${error.message}` : '';
    throw new BrokenFile(`its Markdown cannot be read${why}`);
  }
};
