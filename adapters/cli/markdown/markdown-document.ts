import type { ContentChangeDto, FieldDto, IncomingContentDto } from '../../../contracts/index.ts';
import {
  mapStrings,
  readSlug,
  shapeOf,
  shortenJson,
  type ContentStatus,
  type JsonObject,
  type LocaleCode,
} from '../../../core/vocabulary.ts';
import { InvalidFile, UnwantedFile } from './text-file.ts';
import { fitTitle, readMembers } from './document-fields.ts';
import {
  findDocumentFiles,
  replaceAddresses,
  withoutNames,
  type MissingFile,
} from './document-files.ts';
import {
  dateOfPagePath,
  isAboutFolder,
  isSectionPage,
  readName,
  slugSourceOf,
} from './document-name.ts';
import { chooseStatus } from './document-status.ts';
import { documentId, readTranslation, type DocumentTranslation } from './document-translation.ts';
import type { ResolveFile } from './file-resolver.ts';
import { namedValues, parseFrontMatter, type FrontMatter } from './front-matter/front-matter.ts';
import type { LocalFile } from './local-file.ts';
import { mayHaveReferences, readMarkdown, type MarkdownSyntax } from './markdown-syntax.ts';
import { readRedirect } from './redirects.ts';
import type { SiteStatements } from './site/site-statements.ts';
import { splitFrontMatter } from './front-matter/split-front-matter.ts';

/** A parsed document. */
export interface MarkdownDocument {
  /** The files that it shows or links to, each once. */
  readonly files: readonly LocalFile[];
  readonly missing: readonly MissingFile[];
  /** The addresses in the document of files that exist and are not among the stored ones. */
  readonly rejectedFiles: (stored: ReadonlyMap<LocalFile, string>) => ReadonlySet<string>;
  /** Values of the front matter that cannot be used, or are guesses. */
  readonly changes: readonly ContentChangeDto[];
  /** Its place among translations. Other values of the front matter that cannot be used are in `changes`. */
  readonly translation: DocumentTranslation;
  /** The sign in the document, such as `draft: true`, that overrides the requested status; undefined if none does. */
  readonly statedStatus: string | undefined;
  /** The addresses of documents that are not in the folder, each once. */
  readonly missingDocuments: readonly string[];
  /** The notation of each reference that the import does not read. */
  readonly unread: readonly string[];
  /**
   * Creates the record. Replaces the addresses of files that are stored; others stay.
   *
   * @param stored the URLs of stored files.
   * @param fields the fields of the collection; none by default. They stay in `data` even if they are
   *   members of the item.
   * @param baseLocale that of the collection, if it is localised: the record then has a locale, which is this one if the
   *   document states no language, and the group of its translations, which share the slug.
   */
  readonly toRecord: (
    stored: ReadonlyMap<LocalFile, string>,
    fields?: ReadonlyMap<string, FieldDto>,
    baseLocale?: LocaleCode,
  ) => IncomingContentDto;
}

export interface DocumentRules {
  /** Name of the collection for the documents. */
  readonly collection: string;
  /** Status of documents that state none. Defaults to `draft`. */
  readonly status?: ContentStatus | undefined;
  /** Publication dates after this time are in the future. In epoch milliseconds. Defaults to now. */
  readonly now?: number | undefined;
  /** What folders and the site state about a document, the most specific first. Defaults to nothing. */
  readonly about?: SiteStatements['about'] | undefined;
}

/**
 * @throws InvalidFile; UnwantedFile for a redirect, the page of a section, and a file about the folder
 *   such as a README, unless it has front matter.
 */
export const parseDocument = (
  path: string,
  text: string,
  rules: DocumentRules,
  resolve: ResolveFile,
): MarkdownDocument => {
  if (isSectionPage(path)) throw new UnwantedFile('it is the page of a section, not an item');
  const { body, ...source } = splitFrontMatter(text);
  if (source.format === undefined && isAboutFolder(path)) {
    throw new UnwantedFile('it describes the folder and has no front matter');
  }
  const front = parseFrontMatter(source);
  const matter = front.values;
  const redirect = readRedirect(matter, body);
  if (redirect !== undefined) {
    throw new UnwantedFile(
      `it only redirects${redirect.target === undefined ? '' : ` to ${redirect.target}`}`,
    );
  }
  const { collection } = rules;
  const values = namedValues(matter);
  const stated = readMembers(values, namedValues(front.written));
  const { title, updated } = stated;
  const syntax = readSyntax(path, body, { needsHeading: title === undefined });
  const { name, date, folderDate } = readName(path);
  const created = stated.created ?? date ?? dateOfPagePath(matter['path']) ?? folderDate ?? updated;
  const { status, statedStatus } = chooseStatus(
    { path, values, created, isComplete: front.isComplete, statements: rules.about?.(path) },
    rules,
  );
  const id = documentId(collection, path);
  const translation = readTranslation(path, collection, values);
  const shownTitle = title ?? fitTitle(syntax.heading ?? name.normalize('NFC'));
  const slugFrom = (name: string): string => {
    const slugs = [stated.slug ?? name, name, shownTitle, slugSourceOf(path)];
    return slugs.find((slug) => readSlug(slug) !== undefined) ?? `item-${id.slice(0, 8)}`;
  };
  const record = {
    id,
    collection,
    title: shownTitle,
    slug: slugFrom(name),
    status,
    ...(created !== undefined && { created_at: created }),
    ...(updated !== undefined && { updated_at: updated }),
  };
  const { found, missing, missingDocuments, unread } = findDocumentFiles(
    path,
    matter,
    syntax.references,
    resolve,
  );
  const dataWith = (urls: ReadonlyMap<LocalFile, string>, source: JsonObject): JsonObject => {
    const addressFor = (address: string): string | undefined => {
      const target = found.get(address);
      const url = target && urls.get(target.file);
      return url && url + target.suffix;
    };
    const rest = mapStrings(withoutNames(source), (value) => addressFor(value) ?? value);
    const content = replaceAddresses(body, syntax.references, ({ address }) => addressFor(address));
    const hasContent = matter['content'] !== undefined && body.trim() === '';
    return { ...source, ...rest, ...(!hasContent && { content }) };
  };
  return {
    files: [...new Set([...found.values()].map(({ file }) => file))],
    missing,
    rejectedFiles: (stored) =>
      new Set([...found].flatMap(([address, { file }]) => (stored.has(file) ? [] : [address]))),
    changes: [
      ...front.changes,
      ...stated.changes,
      ...orderOf(created, updated),
      ...contentRule(matter, body),
    ],
    translation,
    statedStatus,
    missingDocuments,
    unread: [...syntax.unread, ...unread],
    toRecord: (stored, fields = new Map(), baseLocale) => {
      const data = dataWith(stored, withTexts(front, fields));
      const place = baseLocale !== undefined && {
        locale: translation.locale ?? baseLocale,
        group: translation.group,
        slug: slugFrom(translation.name),
      };
      const isMember = (key: string): boolean =>
        stated.names.has(key) || (place !== false && translation.names.has(key));
      const remaining = Object.fromEntries(
        Object.entries(data).filter(([key]) => !isMember(key) || fields.has(key)),
      );
      return { ...record, ...place, data: remaining };
    },
  };
};

/** The front matter, with numbers as they are written where the schema has a text. */
const withTexts = (
  { values, written }: FrontMatter,
  fields: ReadonlyMap<string, FieldDto>,
): JsonObject =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = fields.get(name);
      const { type } = field?.items ?? field ?? {};
      const isText = type !== undefined && shapeOf[type] === 'text' && !type.startsWith('date');
      return [name, isText ? (written[name] ?? value) : value];
    }),
  );

const orderOf = (
  created: number | undefined,
  updated: number | undefined,
): readonly ContentChangeDto[] =>
  created === undefined || updated === undefined || updated >= created
    ? []
    : [
        {
          path: 'date of the last change',
          kind: 'guessed',
          value: JSON.stringify(new Date(updated).toISOString()),
          message: 'is before the date, which is used for both',
        },
      ];

/** The name `content` belongs to the text below the front matter. */
const contentRule = (matter: JsonObject, body: string): readonly ContentChangeDto[] => {
  const content = matter['content'] ?? null;
  if (content === null || body.trim() === '') return [];
  const message = 'the text below the front matter is the content';
  return [{ path: 'content', kind: 'left_out', value: shortenJson(content), message }];
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
