import type { IncomingContentDto } from '../../../contracts/index.ts';
import type { ContentStatus, JsonObject } from '../../../core/index.ts';
import { InvalidFile } from './text-file.ts';
import { derivedId } from './derived-id.ts';
import {
  isAboutFolder,
  nameOf,
  readCreated,
  readStatus,
  readText,
  readUpdated,
} from './document-fields.ts';
import {
  findDocumentImages,
  replaceAddresses,
  withoutNames,
  type MissingImage,
} from './document-images.ts';
import { parseFrontMatter, splitFrontMatter } from './front-matter.ts';
import type { ResolveImage } from './image-resolver.ts';
import { mapStrings } from './json-value.ts';
import { readMarkdown, type MarkdownSyntax } from './markdown-syntax.ts';
import { mentionsImagePath } from './scan-folder.ts';

/** A parsed document. */
export interface MarkdownDocument {
  /** The images that it shows or links to: paths relative to the folder. */
  readonly images: readonly string[];
  readonly missing: readonly MissingImage[];
  /**
   * Creates the record. Replaces the addresses of images that are stored; others stay.
   *
   * @param stored addresses of stored images, by their path.
   */
  readonly toRecord: (stored: ReadonlyMap<string, string>) => IncomingContentDto;
}

export interface DocumentRules {
  /** Name of the collection for the documents. */
  readonly collection: string;
  /** Status of all documents. By default each has the status that it states, otherwise `draft`. */
  readonly status?: ContentStatus | undefined;
}

/**
 * @returns undefined for a file about the folder, such as a README, unless it has front matter.
 * @throws InvalidFile.
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
  const withContent = contentRule(matter, body);
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
      const rest = mapStrings(withoutNames(matter), (value) => addressFor(value) ?? value);
      const content = replaceAddresses(body, syntax.images, ({ address }) => addressFor(address));
      return { ...record, data: withContent({ ...matter, ...rest }, content) };
    },
  };
};

/** @throws InvalidFile when both the front matter and the text define `content`. */
const contentRule = (
  matter: JsonObject,
  body: string,
): ((data: JsonObject, content: string) => JsonObject) => {
  if (matter['content'] === undefined) return (data, content) => ({ ...data, content });
  if (body.trim() === '') return (data) => data;
  throw new InvalidFile(
    "its front matter has the name 'content', which belongs to the text below it",
  );
};

/** Parses the Markdown only if needed: most documents show no image, and some are very long. */
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
    throw new InvalidFile(`its Markdown cannot be read${why}`);
  }
};
