import type { ContentChange, PartName } from 'quoin/core/store';
import type { Db } from '../work/db.ts';
import { copyPart } from './copies.ts';
import { uniqueValuePart } from './indexes.ts';
import { eventPart } from './outbox.ts';
import type { Part } from './part.ts';
import { formerSlugPart } from './redirects.ts';
import { referencePart } from './references.ts';
import { revisionPart } from './revisions.ts';
import { schedulePart } from './schedules.ts';
import { searchPart } from './search.ts';
import { sourcePart } from './translations.ts';
import { wordsPart } from './words.ts';

/** A part that is missing does not compile. */
const parts = {
  copy: copyPart,
  schedule: schedulePart,
  formerSlug: formerSlugPart,
  revision: revisionPart,
  references: referencePart,
  search: searchPart,
  words: wordsPart,
  source: sourcePart,
  event: eventPart,
  uniqueValues: uniqueValuePart,
  previews: { leaving: ['preview_tokens'] },
  comments: { purged: ['comments'] },
} satisfies Readonly<Record<PartName | 'uniqueValues' | 'previews' | 'comments', Part>>;

const all: readonly Part[] = Object.values(parts);

export const partsHold = (db: Db, change: ContentChange): boolean =>
  all.every((part) => part.holds?.(db, change) ?? true);

export const assertParts = (db: Db, change: ContentChange, leaving: readonly string[]): void => {
  for (const part of all) part.assert?.(db, change, leaving);
};

export const applyParts = (db: Db, change: ContentChange): void => {
  for (const part of all) part.apply?.(db, change);
};

/** Removes what goes when an item leaves the content: into the trash, or for good. */
export const leaveParts = (db: Db, contentId: string): void =>
  deleteFrom(db, contentId, ({ leaving = [] }) => leaving);

/** Removes what stays while an item is in the trash, and goes with it. */
export const purgeParts = (db: Db, contentId: string): void =>
  deleteFrom(db, contentId, ({ purged = [] }) => purged);

const deleteFrom = (
  db: Db,
  contentId: string,
  tablesOf: (part: Part) => readonly string[],
): void => {
  for (const table of all.flatMap(tablesOf)) {
    db.run(`delete from ${table} where content_id = ?`, contentId);
  }
};
