import type { IncomingContentDto } from '../../../contracts/index.ts';
import { mapStrings, type ContentStatus, type JsonObject } from '../../../core/index.ts';
import { InvalidFile, UnwantedFile } from './text-file.ts';
import { derivedId } from './derived-id.ts';
import { readMembers } from './document-fields.ts';
import {
  findDocumentFiles,
  replaceAddresses,
  withoutNames,
  type MissingFile,
} from './document-files.ts';
import { dateOfPagePath, isAboutFolder, isSectionPage, readName } from './document-name.ts';
import type { ResolveFile } from './file-resolver.ts';
import { formerDigest, formerFiles, formerReferences } from './former-digest.ts';
import { parseFrontMatter, splitFrontMatter } from './front-matter.ts';
import type { Reference } from './html-references.ts';
import type { LocalFile } from './local-file.ts';
import { mayHaveReferences, readMarkdown, type MarkdownSyntax } from './markdown-syntax.ts';
import { readRedirect } from './redirects.ts';

/** A parsed document. */
export interface MarkdownDocument {
  /** The files that it shows or links to, each once. */
  readonly files: readonly LocalFile[];
  readonly missing: readonly MissingFile[];
  /** The addresses of documents that are not in the folder, each once. */
  readonly missingDocuments: readonly string[];
  /** The notation of each file that was found and not read. */
  readonly unread: readonly string[];
  /**
   * Creates the record. Replaces the addresses of files that are stored; others stay.
   *
   * @param stored the URLs of stored files.
   * @param fields the fields of the collection; none by default. They stay in `data` even if they are
   *   members of the item.
   */
  readonly toRecord: (
    stored: ReadonlyMap<LocalFile, string>,
    fields?: ReadonlySet<string>,
  ) => IncomingContentDto;
}

export interface DocumentRules {
  /** Name of the collection for the documents. */
  readonly collection: string;
  /** Status of all documents. By default each has the status that it states, otherwise `draft`. */
  readonly status?: ContentStatus | undefined;
}

/**
 * @throws InvalidFile; UnwantedFile for a redirect, the page of a section, and a file about the folder
 *   such as a README, unless it has front matter.
 */
export const parseDocument = (
  path: string,
  text: string,
  { collection, status }: DocumentRules,
  resolve: ResolveFile,
): MarkdownDocument => {
  if (isSectionPage(path)) throw new UnwantedFile('it is the page of a section, not an item');
  const { format, matter: source, body } = splitFrontMatter(text);
  if (format === undefined && isAboutFolder(path)) {
    throw new UnwantedFile('it describes the folder and has no front matter');
  }
  const matter = parseFrontMatter(source, format);
  const redirect = readRedirect(matter, body);
  if (redirect !== undefined) {
    throw new UnwantedFile(
      `it only redirects${redirect.target === undefined ? '' : ` to ${redirect.target}`}`,
    );
  }
  const stated = readMembers(matter);
  const { title, updated } = stated;
  const syntax = readSyntax(path, body, { needsHeading: title === undefined });
  const { name, fullName, date, folderDate } = readName(path);
  const created = stated.created ?? date ?? dateOfPagePath(matter['path']) ?? folderDate;
  const record = {
    id: derivedId('document', collection, path.normalize('NFC')),
    collection,
    title: title ?? syntax.heading ?? name,
    slug: stated.slug ?? name,
    status: status ?? stated.status ?? 'draft',
    ...(created !== undefined && { created_at: created }),
    ...(updated !== undefined && { updated_at: updated }),
  };
  const former = {
    ...record,
    title: title ?? syntax.heading ?? fullName,
    slug: stated.slug ?? fullName,
    created: stated.created,
  };
  const withContent = contentRule(matter, body);
  const { found, missing, missingDocuments, unread } = findDocumentFiles(
    path,
    matter,
    syntax.references,
    resolve,
  );
  const dataWith = (
    urls: ReadonlyMap<LocalFile, string>,
    references: readonly Reference[],
  ): JsonObject => {
    const addressFor = (address: string): string | undefined => {
      const target = found.get(address);
      const url = target && urls.get(target.file);
      return url && url + target.suffix;
    };
    const rest = mapStrings(withoutNames(matter), (value) => addressFor(value) ?? value);
    const content = replaceAddresses(body, references, ({ address }) => addressFor(address));
    return withContent({ ...matter, ...rest }, content);
  };
  return {
    files: [...new Set([...found.values()].map(({ file }) => file))],
    missing,
    missingDocuments,
    unread: [...syntax.unread, ...unread],
    toRecord: (stored, fields = new Set()) => {
      const whole = dataWith(stored, syntax.references);
      const data = Object.fromEntries(
        Object.entries(whole).filter(([key]) => !stated.names.has(key) || fields.has(key)),
      );
      const formerData = dataWith(formerFiles(stored), formerReferences(syntax.references));
      const digest = formerDigest({ ...former, data: formerData });
      return { ...record, data, ...(digest !== undefined && { formerDigest: digest }) };
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

/** Parses the Markdown only if needed. */
const readSyntax = (
  path: string,
  body: string,
  { needsHeading }: { readonly needsHeading: boolean },
): MarkdownSyntax => {
  if (!needsHeading && !mayHaveReferences(body)) {
    return { heading: undefined, references: [], unread: [] };
  }
  try {
    return readMarkdown(body, { mdx: /\.mdx$/i.test(path) });
  } catch (error) {
    const why = error instanceof Error ? `: ${error.message}` : '';
    throw new InvalidFile(`its Markdown cannot be read${why}`);
  }
};
