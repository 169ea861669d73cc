import { decodePercent } from '../../../core/index.ts';
import { mapStrings, type Json, type JsonObject } from '../../../core/vocabulary.ts';
import { derivedId } from '../markdown/derived-id.ts';
import { textsOf } from '../markdown/document-files.ts';
import type { SourceDocument, SourceFile, SourceRemark } from '../systems/source-system.ts';
import { findAddresses, replaceFiles } from '../systems/text-addresses.ts';
import { siteKey, type Attachments } from './attachments.ts';
import { readPostHtml } from './post-html.ts';
import type { WxrItem } from './wxr-item.ts';
import { timeOf } from './wxr-time.ts';

/** What posts need to know of the whole export. */
export interface PostSurroundings {
  readonly site: string;
  readonly attachments: Pick<Attachments, 'at' | 'ofId'>;
  /** E-mail addresses by the names of accounts. */
  readonly authors: ReadonlyMap<string, string>;
}

/** `post 17 (Tides)`. */
export const nameOfPost = ({ texts }: Pick<WxrItem, 'texts'>): string => {
  const title = texts.get('title')?.trim() ?? '';
  return `${typeOf({ texts })} ${texts.get('wp:post_id') ?? ''}${title === '' ? '' : ` (${title})`}`;
};

export const typeOf = ({ texts }: Pick<WxrItem, 'texts'>): string =>
  texts.get('wp:post_type')?.trim() || 'post';

/** Fields of items that an import fills. Taxonomies and custom fields of these names are left out. */
const taxonomyFields: Readonly<Record<string, string>> = {
  category: 'categories',
  post_tag: 'tags',
};

/** Elements that items have no place for. */
const otherMembers: Readonly<Record<string, string>> = {
  'wp:post_parent': 'parents of items',
  'wp:menu_order': 'places in menus',
  'wp:is_sticky': 'items that stay on top',
};

/** A post, page or anything else that has a text. */
export const readPost = (
  item: WxrItem,
  position: number,
  { site, attachments, authors }: PostSurroundings,
): SourceDocument => {
  const { texts, comments, terms } = item;
  const text = (name: string): string => texts.get(name) ?? '';
  const source = nameOfPost(item);
  const remarks: SourceRemark[] = [];
  const remark = (kind: string, outcome: SourceRemark['outcome'], message: string, count = 1) =>
    remarks.push({ kind, source, outcome, count, message });
  const post = readPostHtml(text('content:encoded'));
  const thumbnail = item.fields.find(([name]) => name === '_thumbnail_id')?.[1] ?? '';
  const cover = attachments.ofId(thumbnail);
  const data = collectData(
    [
      ['content', post.html],
      ['excerpt', text('excerpt:encoded') || undefined],
      ['featuredImage', cover?.url],
      ...taxonomiesOf(terms),
      ...customFields(item.fields),
    ],
    (name) => remark('custom fields', 'not_read', `${name} is the name of another value`),
  );
  if (thumbnail !== '' && cover === undefined) {
    remark('featured images', 'not_read', `${thumbnail} is no attachment of this export`);
  }
  for (const [name, count] of countsOf(post.shortcodes)) {
    remark('shortcodes', 'kept', `[${name}] stays in the text`, count);
  }
  for (const [name, count] of countsOf(post.emptyBlocks)) {
    remark('blocks without text', 'not_read', `only WordPress can show the block ${name}`, count);
  }
  const hidden = item.fields.filter(([name]) => isInternal(name)).map(([name]) => name);
  if (hidden.length > 0) {
    remark('internal custom fields', 'not_read', hidden.join(', '), hidden.length);
  }
  for (const [name, kind] of Object.entries(otherMembers)) {
    const value = text(name).trim();
    if (value !== '' && value !== '0') remark(kind, 'not_read', `${name}: ${value}`);
  }
  if (comments > 0) remark('comments', 'not_read', 'comments of readers are not read', comments);
  if (item.hasForbiddenCharacter) {
    remark('control characters', 'kept', 'it has a character that XML does not allow');
  }
  if (post.hasNewParagraphs) {
    remark('texts with new paragraphs', 'changed', 'blank lines have become paragraphs');
  }
  const title = text('title').trim();
  const slug = decodePercent(text('wp:post_name').trim());
  if (title === '') remark('items without a title', 'changed', 'it gets another name as its title');
  const created = timeOf(text('wp:post_date_gmt')) ?? timeOf(text('wp:post_date'));
  const updated = timeOf(text('wp:post_modified_gmt')) ?? timeOf(text('wp:post_modified'));
  const { status, sign } = statusOf(item);
  const author = authors.get(text('dc:creator'));
  if (author === undefined && text('dc:creator') !== '') {
    remark('authors', 'not_read', `${text('dc:creator')} has no e-mail address in this export`);
  }
  return {
    source,
    type: typeOf(item),
    position,
    path: status === 'published' ? pathOf(text('link')) : undefined,
    files: filesIn(data, attachments),
    statedStatus: sign,
    remarks,
    toItem: (urls) => ({
      id: derivedId('wordpress', siteKey(site), 'post', text('wp:post_id')),
      title: title || slug || source,
      ...(slug !== '' && { slug }),
      status,
      data: mapStrings(data, (value) => replaceFiles(value, urls)),
      ...(author !== undefined && { author }),
      ...(created !== undefined && { created_at: created }),
      ...(updated !== undefined && { updated_at: updated }),
    }),
  };
};

/** The files of the site that texts name, by their addresses as they stand there. */
const filesIn = (
  data: JsonObject,
  attachments: Pick<Attachments, 'at'>,
): ReadonlyMap<string, SourceFile> => {
  const files = new Map<string, SourceFile>();
  for (const text of textsOf(data)) {
    for (const address of findAddresses(text)) {
      const file = attachments.at(address);
      if (file !== undefined) files.set(address, file);
    }
  }
  return files;
};

/** WordPress shows only what is published, and a text with a password to nobody else. */
const statusOf = ({
  texts,
}: WxrItem): { readonly status: 'published' | 'draft'; readonly sign: string | undefined } => {
  const status = texts.get('wp:status')?.trim() ?? '';
  if (status !== 'publish') return { status: 'draft', sign: `status: ${status}` };
  if ((texts.get('wp:post_password') ?? '') !== '') return { status: 'draft', sign: 'a password' };
  return { status: 'published', sign: undefined };
};

const pathOf = (link: string): string | undefined => {
  const url = URL.parse(link.trim());
  return url === null ? undefined : url.pathname + url.search;
};

const isInternal = (name: string): boolean => name.startsWith('_') && name !== '_thumbnail_id';

type NamedValue = readonly [name: string, value: Json | undefined];

/** One list of names for each taxonomy. */
const taxonomiesOf = (terms: WxrItem['terms']): readonly NamedValue[] => {
  const lists = new Map<string, string[]>();
  for (const { taxonomy, name } of terms) {
    const field = taxonomyFields[taxonomy] ?? taxonomy;
    lists.set(field, [...(lists.get(field) ?? []), name]);
  }
  return [...lists];
};

/** A field that occurs several times is a list. */
const customFields = (fields: WxrItem['fields']): readonly NamedValue[] => {
  const values = new Map<string, string[]>();
  for (const [name, value] of fields) {
    if (name.startsWith('_') || name === '') continue;
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return Array.from(values, ([name, list]) => [name, list.length === 1 ? list[0] : list]);
};

/** The first value of a name counts. */
const collectData = (
  values: readonly NamedValue[],
  onRepeated: (name: string) => void,
): JsonObject => {
  const data = new Map<string, Json>();
  for (const [name, value] of values) {
    if (value === undefined) continue;
    if (data.has(name)) onRepeated(name);
    else data.set(name, value);
  }
  return Object.fromEntries(data);
};

const countsOf = (names: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
};
