import { posix } from 'node:path';
import {
  contentStatuses,
  type ContentStatus,
  type Json,
  type JsonObject,
} from '../../core/index.ts';
import { BrokenFile } from './broken-file.ts';
import { readMoment } from './moment.ts';

/** Under which names front matter has them; the first that is there counts. */
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

/** When the document was published, in epoch milliseconds. @throws BrokenFile. */
export const readCreated = (matter: JsonObject): number | undefined => {
  // Some write `published: true`, others the day.
  const { published } = matter;
  const names = typeof published === 'boolean' ? createdNames : [...createdNames, 'published'];
  return readFirst(matter, names);
};

/** When it was last changed. @throws BrokenFile. */
export const readUpdated = (matter: JsonObject): number | undefined =>
  readFirst(matter, updatedNames);

const readFirst = (matter: JsonObject, names: readonly string[]): number | undefined => {
  const name = names.find((each) => isThere(matter[each]));
  if (name === undefined) return undefined;
  const value = matter[name] ?? null;
  const moment = readMoment(value);
  if (moment !== undefined) return moment;
  throw new BrokenFile(`its '${name}' is not a date: ${JSON.stringify(value).slice(0, 60)}`);
};

const isThere = (value: Json | undefined): boolean =>
  value !== undefined && value !== null && value !== '';

/**
 * What the document says about itself. A sign that it is not finished outweighs one that it is; a
 * status of another vocabulary says nothing.
 */
export const readStatus = ({ status, draft, published }: JsonObject): ContentStatus | undefined => {
  if (draft === true || published === false) return 'draft';
  const word = typeof status === 'string' ? status.trim().toLowerCase() : undefined;
  const known = contentStatuses.find((each) => each === word);
  if (known !== undefined) return known;
  return draft === false || published === true ? 'published' : undefined;
};

/** A text of the front matter, or undefined when it says nothing. @throws BrokenFile. */
export const readText = (matter: JsonObject, name: 'title' | 'slug'): string | undefined => {
  const value = matter[name];
  if (!isThere(value)) return undefined;
  if (typeof value === 'number') return `${value}`;
  if (typeof value !== 'string') throw new BrokenFile(`its '${name}' is not text`);
  const text = value.trim();
  return text === '' ? undefined : text;
};

/** The document's own name: that of its file, or of the folder that an index file stands for. */
export const nameOf = (path: string): string => {
  const name = posix.parse(path).name;
  const folder = posix.basename(posix.dirname(path));
  const standsForFolder = name.toLowerCase() === 'index' && folder !== '.' && folder !== '';
  return standsForFolder ? folder : name;
};

/** Files that every repository has and that are about it. */
export const isAboutFolder = (path: string): boolean =>
  /^(?:readme|license|licence|changelog|contributing)$/i.test(posix.parse(path).name);
