import type { IncomingContentDto } from '../../../contracts/index.ts';
import { mapStrings, type ContentStatus, type JsonObject } from '../../../core/index.ts';
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
  findDocumentFiles,
  replaceAddresses,
  withoutNames,
  type MissingFile,
} from './document-files.ts';
import type { ResolveFile } from './file-resolver.ts';
import { parseFrontMatter, splitFrontMatter } from './front-matter.ts';
import type { LocalFile } from './local-file.ts';
import { readMarkdown, type MarkdownSyntax } from './markdown-syntax.ts';

/** A parsed document. */
export interface MarkdownDocument {
  /** The files that it shows or links to, each once. */
  readonly files: readonly LocalFile[];
  readonly missing: readonly MissingFile[];
  /**
   * Creates the record. Replaces the addresses of files that are stored; others stay.
   *
   * @param stored the URLs of stored files.
   */
  readonly toRecord: (stored: ReadonlyMap<LocalFile, string>) => IncomingContentDto;
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
  resolve: ResolveFile,
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
  const { found, missing } = findDocumentFiles(path, matter, syntax.references, resolve);
  return {
    files: [...new Set([...found.values()].map(({ file }) => file))],
    missing,
    toRecord: (stored) => {
      const addressFor = (address: string): string | undefined => {
        const target = found.get(address);
        const url = target && stored.get(target.file);
        return url && url + target.suffix;
      };
      const rest = mapStrings(withoutNames(matter), (value) => addressFor(value) ?? value);
      const content = replaceAddresses(body, syntax.references, ({ address }) =>
        addressFor(address),
      );
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

/** What can refer to a file: an image, a link that is neither absolute nor a fragment, HTML. */
const referencePattern =
  /!\[|\](?:\(|:)\s*<?(?!https?:|mailto:|#)[^\s<]|<(?:im(?:g|age)|a|audio|source|video)\b/i;

/** Parses the Markdown only if needed: many documents refer to no file, and some are very long. */
const readSyntax = (
  path: string,
  body: string,
  { needsHeading }: { readonly needsHeading: boolean },
): MarkdownSyntax => {
  if (!needsHeading && !referencePattern.test(body)) return { heading: undefined, references: [] };
  try {
    return readMarkdown(body, { mdx: /\.mdx$/i.test(path) });
  } catch (error) {
    const why = error instanceof Error ? `: ${error.message}` : '';
    throw new InvalidFile(`its Markdown cannot be read${why}`);
  }
};
