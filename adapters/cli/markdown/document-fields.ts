import { posix } from 'node:path';
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

/** The date of publication, in epoch milliseconds. @throws InvalidFile. */
export const readCreated = (matter: JsonObject): number | undefined => {
  // `published` is a boolean in some systems and a date in others.
  const { published } = matter;
  const names = typeof published === 'boolean' ? createdNames : [...createdNames, 'published'];
  return readFirst(matter, names);
};

/** The date of the last change, in epoch milliseconds. @throws InvalidFile. */
export const readUpdated = (matter: JsonObject): number | undefined =>
  readFirst(matter, updatedNames);

const readFirst = (matter: JsonObject, names: readonly string[]): number | undefined => {
  const name = names.find((each) => isPresent(matter[each]));
  if (name === undefined) return undefined;
  const value = matter[name] ?? null;
  const time = parseDate(value);
  if (time !== undefined) return time;
  throw new InvalidFile(`its '${name}' is not a date: ${JSON.stringify(value).slice(0, 60)}`);
};

const isPresent = (value: Json | undefined): boolean =>
  value !== undefined && value !== null && value !== '';

/**
 * The status that the front matter states. Signs of a draft win over signs of publication. A status
 * that is not one of ours is ignored.
 */
export const readStatus = ({ status, draft, published }: JsonObject): ContentStatus | undefined => {
  if (draft === true || published === false) return 'draft';
  const word = typeof status === 'string' ? status.trim().toLowerCase() : undefined;
  const known = contentStatuses.find((each) => each === word);
  if (known !== undefined) return known;
  return draft === false || published === true ? 'published' : undefined;
};

/** A text of the front matter; undefined when it is absent or empty. @throws InvalidFile. */
export const readText = (matter: JsonObject, name: 'title' | 'slug'): string | undefined => {
  const value = matter[name];
  if (!isPresent(value)) return undefined;
  if (typeof value === 'number') return `${value}`;
  if (typeof value !== 'string') throw new InvalidFile(`its '${name}' is not text`);
  const text = value.trim();
  return text === '' ? undefined : text;
};

/** The file name without its extension; for `index.md` the name of its folder. */
export const nameOf = (path: string): string => {
  const name = posix.parse(path).name;
  const folder = posix.basename(posix.dirname(path));
  const isIndex = name.toLowerCase() === 'index' && folder !== '.' && folder !== '';
  return isIndex ? folder : name;
};

/** Whether the file describes the repository, as README and LICENSE do. */
export const isAboutFolder = (path: string): boolean =>
  /^(?:readme|license|licence|changelog|contributing)$/i.test(posix.parse(path).name);
