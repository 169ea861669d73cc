import type { PublicContent } from '../../../core/vocabulary.ts';
import {
  draftOutcome,
  isElsewhere,
  publicOutcomeOf,
  type Facts,
  type Outcome,
  type Reader,
  type ReadPath,
} from './visibility-table.ts';

/** From the specification: for whom a private collection exists. */
const insiders: readonly Reader[] = [
  'token here',
  'preview token here',
  'member',
  'editor',
  'admin',
];

/** What the token of the item, or that of the site of an editor, shows to everybody. */
const bearerPaths: ReadonlySet<ReadPath> = new Set([
  'list with its token',
  'list with its token, expanded',
  'list with its slug and its token',
  'collection list with its slug and its token',
  'item with its token',
  'translations of the item with its token',
  'item with its token, expanded',
  'item of its collection with its token',
  'query with its token',
  'changes with its token',
  'stream with its token',
  'drafts with a token for the site',
  'draft with a token for the site',
  'draft with a token for the site, expanded',
  'query of drafts with a token for the site',
  'search of drafts with a token for the site',
  'changes of drafts with a token for the site',
]);

/** A token that has ended with the access of the user who created it. */
const endedPaths: ReadonlySet<ReadPath> = new Set([
  'item with the token of a former member',
  'item of its collection with the token of a former member',
  'list with the token of a former member',
  'query with the token of a former member',
  'changes with the token of a former member',
]);

/** Requests by id. An unknown one is 404 to a token, whatever its scope. */
const pathsById: ReadonlySet<ReadPath> = new Set([
  'item',
  'item in a locale',
  'item, expanded',
  'item, expanded in a locale',
  'HEAD of the item',
  'item, if it has changed',
  'item, if there is any',
  'translations of the item',
  'translations of the draft',
  'draft',
  'draft, expanded',
  'author of the item',
  'words of its draft',
  'history',
  'earlier version',
  'working copy',
  'referrers',
  'comments',
  'open comments',
  'people to mention',
  'schedule',
  'item with the token of another item',
  'item with the token of another item, expanded',
  'draft with the site token of a viewer',
]);

/** Requests with the name of a collection in their path: an unknown one is 404. */
const pathsByName: ReadonlySet<ReadPath> = new Set([
  'query of its collection',
  'query of its collection, expanded',
  'query of its collection in a locale',
  'query of its collection, expanded in a locale',
  'query by its slug',
  'query of its status',
  'query with a token for the site',
  'query with the token of another item',
  'query of drafts',
  'query of drafts, expanded',
  'query of drafts of its status',
  'query of drafts with the site token of a viewer',
  'collection list',
  'collection list in a locale',
  'collection list, expanded',
  'collection list of its status',
  'collection list with its slug',
  'collection list with its former slug',
  'item of its collection',
  'item of its collection by slug in a locale',
  'item of its collection by former slug in a locale',
  'item of its collection, expanded',
  'item of its collection by slug',
  'item of its collection by former slug',
  'item of its collection by slug, if it has changed',
  'item of its collection with the token of another item',
  'item of another collection',
  'item of another collection by former slug',
  'drafts in its collection',
  'drafts in its collection, expanded',
  'draft of its collection by slug',
  'draft of its collection by slug, expanded',
  'draft of its collection by slug with the site token of a viewer',
]);

/** What an unknown item in an unknown collection gets. */
const absentOutcomeOf = (
  path: ReadPath,
  reader: Reader,
  facts: Facts,
  setting: PublicContent,
): Outcome => {
  const otherwise = publicOutcomeOf(path, reader, { ...facts, isActive: true }, setting);
  if (bearerPaths.has(path)) return publicOutcomeOf(path, reader, facts, setting);
  if (endedPaths.has(path) || otherwise === 401) return 401;
  if (otherwise === 403) {
    // Users get 403 for an item that they see and may not edit.
    if (path === 'working copy' && ['viewer', 'author'].includes(reader)) return 404;
    const isAboutScope =
      isElsewhere(reader) &&
      pathsById.has(path) &&
      (/^(?:draft|translations of the draft)/.test(path)
        ? draftOutcome(reader, facts) !== 403
        : /^(?:item|HEAD|translations of the item)/.test(path));
    return isAboutScope ? 404 : 403;
  }
  return pathsById.has(path) || pathsByName.has(path) ? 404 : 'unseen';
};

/** The expected outcome of a read. */
export const outcomeOf = (
  path: ReadPath,
  reader: Reader,
  facts: Facts,
  setting: PublicContent,
): Outcome => {
  const isAbsent = facts.isPrivate && !insiders.includes(reader);
  if (!facts.isPrivate) return publicOutcomeOf(path, reader, facts, setting);
  if (isAbsent || endedPaths.has(path) || isOfOtherBearer(path)) {
    return absentOutcomeOf(path, reader, facts, setting);
  }
  return publicOutcomeOf(path, reader, facts, setting);
};

/** The token decides, and not the caller: that of another item shows what everybody sees. */
const isOfOtherBearer = (path: ReadPath): boolean =>
  path.includes('the token of another item') || path.includes('the site token of a viewer');
