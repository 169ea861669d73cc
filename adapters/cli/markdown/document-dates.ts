import { readBoolean, readDate } from '../../../core/index.ts';
import { isJsonObject, type Json } from '../../../core/vocabulary.ts';
import { namedValues, type NamedValue, type NamedValues } from './front-matter/front-matter.ts';

/** Names of the date of publication. In any case, with or without underscores and hyphens. */
export const publicationNames = [
  'date',
  'publishedAt',
  'publishDate',
  'pubDate',
  'pubDatetime',
  'publishDatetime',
  'publishedDate',
  'publishedDatetime',
  'publishedOn',
  'publishedTime',
  'publishTime',
  'datePublished',
  'publicationDate',
  'firstPublishedAt',
  'postDate',
  'postedAt',
  'postedOn',
  'datePosted',
  'published',
];

/** Names of the date of an item. The first that is a date counts. */
const createdNames = [
  ...publicationNames.slice(0, -1),
  'created',
  'createdAt',
  'createdDate',
  'createdOn',
  'createdTime',
  'createDate',
  'createTime',
  'dateCreated',
  'creationDate',
  'datetime',
  'issued',
  'published',
  'posted',
];

const updatedNames = [
  'updated',
  'updatedAt',
  'updatedDate',
  'updatedDatetime',
  'updatedOn',
  'updatedTime',
  'updateDate',
  'updateTime',
  'dateUpdated',
  'lastmod',
  'lastModifiedAt',
  'lastModified',
  'lastModifiedDate',
  'lastModifiedTime',
  'lastUpdated',
  'lastUpdatedAt',
  'lastUpdatedDate',
  'lastUpdate',
  'lastEdited',
  'lastEditedAt',
  'lastEditedTime',
  'lastChanged',
  'modified',
  'modifiedAt',
  'modifiedDate',
  'modifiedOn',
  'modifiedTime',
  'modDate',
  'modDatetime',
  'modificationDate',
  'dateModified',
  'changed',
  'changedAt',
  'edited',
  'editedAt',
  'revised',
  'revisionDate',
];

/** Members whose own members can be dates: `extra.updated` of Zola, `date.updated` of MkDocs. */
const groupNames = ['date', 'dates', 'extra', 'params', 'meta', 'metadata', 'git', 'sitemap'];

export interface NamedDate {
  /** Undefined if it is a part of the value. */
  readonly name: string | undefined;
  /** In epoch milliseconds. */
  readonly time: number;
}

export interface ItemDates {
  readonly created: NamedDate | undefined;
  /** Of the last change. */
  readonly updated: NamedDate | undefined;
}

/** @param report receives values that are no dates, and guesses. */
export type ReportDate = (kind: 'left_out' | 'guessed', value: NamedValue, message: string) => void;

/** Reads the dates of an item under the names that generators and their themes use. */
export const readDates = (values: NamedValues, report: ReportDate): ItemDates => ({
  created:
    firstDate(values.all(createdNames), createdNames, report) ??
    firstDate(groupsOf(values), createdNames),
  updated:
    firstDate(values.all(updatedNames), ['date', ...updatedNames], report) ??
    firstDate(groupsOf(values), updatedNames),
});

const groupsOf = (values: NamedValues): readonly NamedValue[] =>
  values.all(groupNames).filter(({ value }) => isJsonObject(value));

/** @param partNames the names of a date in an object: `last_update.date` of Docusaurus, `date.created` of MkDocs. */
const firstDate = (
  values: readonly NamedValue[],
  partNames: readonly string[],
  report: ReportDate = () => undefined,
): NamedDate | undefined => {
  for (const named of values) {
    const { name, value } = named;
    if (isSwitch(name, value)) continue;
    if (isJsonObject(value)) {
      const parts = namedValues(value);
      const part = firstDate(parts.all(partNames), []);
      if (part !== undefined) return { name: undefined, time: part.time };
      if (parts.all(updatedNames).length > 0) continue;
    }
    const read = readDate(value);
    if (read !== undefined) {
      if (read.isGuess) report('guessed', named, `is read as ${read.day}`);
      return { name, time: read.time };
    }
    report('left_out', named, 'is not a date');
  }
  return undefined;
};

/** `published` is a boolean in some systems and a date in others, and so is `lastUpdated`. */
const isSwitch = (name: string, value: Json): boolean =>
  typeof value === 'boolean' ||
  (name.toLowerCase() === 'published' &&
    typeof value !== 'number' &&
    readBoolean(value) !== undefined);
