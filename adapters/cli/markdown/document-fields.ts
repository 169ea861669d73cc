import {
  contentStatuses,
  type ContentStatus,
  type Json,
  type JsonObject,
} from '../../../core/index.ts';
import { InvalidFile } from './text-file.ts';
import { parseDate } from './dates.ts';

/** Names of the dates in front matter. The first that is present counts. */
const createdNames = [
  'date',
  'published_at',
  'publishedAt',
  'publishDate',
  'publish_date',
  'pubDate',
  'pubdate',
  'created',
  'created_at',
  'createdAt',
];
const updatedNames = [
  'updated',
  'updated_at',
  'updatedAt',
  'lastmod',
  'last_modified_at',
  'lastModified',
  'lastUpdated',
  'modified',
];

/** The members of an item that front matter states. */
export interface StatedMembers {
  readonly title: string | undefined;
  readonly slug: string | undefined;
  readonly status: ContentStatus | undefined;
  /** The date of publication, in epoch milliseconds. */
  readonly created: number | undefined;
  /** The date of the last change, in epoch milliseconds. */
  readonly updated: number | undefined;
  /** The names in the front matter whose values these are. */
  readonly names: ReadonlySet<string>;
}

/** @throws InvalidFile. */
export const readMembers = (matter: JsonObject): StatedMembers => {
  const title = readText(matter, 'title');
  const slug = readText(matter, 'slug');
  // `published` is a boolean in some systems and a date in others.
  const isFlag = typeof matter['published'] === 'boolean';
  const created = readFirstDate(matter, isFlag ? createdNames : [...createdNames, 'published']);
  const updated = readFirstDate(matter, updatedNames);
  return {
    title,
    slug,
    status: readStatus(matter),
    created: created?.time,
    updated: updated?.time,
    names: new Set([
      ...(title === undefined ? [] : ['title']),
      ...(slug === undefined ? [] : ['slug']),
      ...(created === undefined ? [] : [created.name]),
      ...(updated === undefined ? [] : [updated.name]),
      ...(knownStatus(matter['status']) === undefined ? [] : ['status']),
      ...['draft', 'published'].filter((name) => typeof matter[name] === 'boolean'),
    ]),
  };
};

interface NamedDate {
  readonly name: string;
  readonly time: number;
}

const readFirstDate = (matter: JsonObject, names: readonly string[]): NamedDate | undefined => {
  const name = names.find((each) => isPresent(matter[each]));
  if (name === undefined) return undefined;
  const value = matter[name] ?? null;
  const time = parseDate(value);
  if (time !== undefined) return { name, time };
  throw new InvalidFile(`its '${name}' is not a date: ${JSON.stringify(value).slice(0, 60)}`);
};

const isPresent = (value: Json | undefined): boolean =>
  value !== undefined && value !== null && value !== '';

/**
 * The status that the front matter states. Signs of a draft win over signs of publication. A status
 * that is not one of ours is ignored.
 */
const readStatus = ({ status, draft, published }: JsonObject): ContentStatus | undefined => {
  if (draft === true || published === false) return 'draft';
  const known = knownStatus(status);
  if (known !== undefined) return known;
  return draft === false || published === true ? 'published' : undefined;
};

const knownStatus = (status: Json | undefined): ContentStatus | undefined => {
  const word = typeof status === 'string' ? status.trim().toLowerCase() : undefined;
  return contentStatuses.find((each) => each === word);
};

/** A text of the front matter; undefined when it is absent or empty. @throws InvalidFile. */
const readText = (matter: JsonObject, name: 'title' | 'slug'): string | undefined => {
  const value = matter[name];
  if (!isPresent(value)) return undefined;
  if (typeof value === 'number') return `${value}`;
  if (typeof value !== 'string') throw new InvalidFile(`its '${name}' is not text`);
  const text = value.trim();
  return text === '' ? undefined : text;
};
