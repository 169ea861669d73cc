import type { ContentStatus, PublicContent } from '../../../core/vocabulary.ts';

/**
 * The callers. The scopes of `token here` and `preview token here` contain all collections of the items, those of `token
 * elsewhere` and `preview token elsewhere` none. Preview tokens are of the kind `preview`. The member is a viewer with a
 * grant in each private collection; the author has a grant in another collection.
 */
export const readers = [
  'anonymous caller',
  'token',
  'token here',
  'token elsewhere',
  'preview token',
  'preview token here',
  'preview token elsewhere',
  'viewer',
  'member',
  'author',
  'editor',
  'admin',
] as const;
export type Reader = (typeof readers)[number];

/** Every way to read something about an item. */
export const readPaths = [
  'list',
  'list of its status',
  'list of another status',
  'list of its collection',
  'list of its collection and status',
  'collection list',
  'collection list of its status',
  'query of its collection',
  'query by its slug',
  'query of its status',
  'list with its slug',
  'collection list with its slug',
  'list with its former slug',
  'collection list with its former slug',
  'redirects',
  'redirects of its collection',
  'summaries',
  'summaries of its status',
  'summaries of its collection',
  'summaries of own items',
  'summary with its id',
  'summaries by time of creation',
  'counts',
  'counts of its collection',
  'items found by its title',
  'items of its collection found by its title',
  'items of its status found by its title',
  'search',
  'search of its status',
  'search of its collection',
  'item',
  'item of its collection',
  'item of its collection by slug',
  'item of its collection by slug, if it has changed',
  'item of its collection by former slug',
  'item of another collection',
  'item of another collection by former slug',
  'HEAD of the item',
  'item, if it has changed',
  'item, if there is any',
  'slug',
  'slug, but for the item',
  'slug of its title',
  'author of the item',
  'words of its draft',
  'history',
  'earlier version',
  'working copy',
  'working copies',
  'working copies of its collection',
  'own working copies',
  'list in a locale',
  'collection list in a locale',
  'item in a locale',
  'item of its collection by slug in a locale',
  'item of its collection by former slug in a locale',
  'translations of the item',
  'translations of the draft',
  'translations of the item with its token',
  'what there is to translate',
  'what there is to translate in its collection',
  'query of its collection in a locale',
  'query of its collection, expanded in a locale',
  'item, expanded in a locale',
  'list, expanded',
  'collection list, expanded',
  'item, expanded',
  'item of its collection, expanded',
  'query of its collection, expanded',
  'referrers',
  'comments',
  'open comments',
  'people to mention',
  'mentions',
  'schedule',
  'planned changes',
  'trash',
  'trash of its collection',
  'counts of the trash',
  'counts of the trash of its collection',
  'drafts',
  'drafts of its status',
  'drafts of another status',
  'drafts of its collection',
  'drafts in its collection',
  'draft',
  'draft of its collection by slug',
  'list with its token',
  'list with its slug and its token',
  'list with the token of another item',
  'collection list with its slug and its token',
  'item with its token',
  'item of its collection with its token',
  'item with the token of another item',
  'item of its collection with the token of another item',
  'item with a revoked token',
  'list with a token for the site',
  'drafts with a token for the site',
  'draft with a token for the site',
  'drafts, expanded',
  'drafts in its collection, expanded',
  'draft, expanded',
  'draft of its collection by slug, expanded',
  'list with its token, expanded',
  'list with the token of another item, expanded',
  'item with its token, expanded',
  'item with the token of another item, expanded',
  'item with a revoked token, expanded',
  'draft with a token for the site, expanded',
  'query of drafts',
  'query of drafts, expanded',
  'query of drafts of its status',
  'query with its token',
  'query with the token of another item',
  'query with a revoked token',
  'query with a token for the site',
  'query of drafts with a token for the site',
  'search of drafts',
  'search of drafts of its status',
  'search of drafts of its collection',
  'search with its token',
  'search with a revoked token',
  'search with a token for the site',
  'search of drafts with a token for the site',
  'changes',
  'changes of its collection',
  'changes of drafts',
  'changes of drafts of its collection',
  'changes with its token',
  'changes with the token of another item',
  'changes with a revoked token',
  'changes of drafts with a token for the site',
  'stream',
  'stream of its collection',
  'stream of drafts',
  'stream with its token',
  'drafts with the site token of a viewer',
  'draft with the site token of a viewer',
  'draft of its collection by slug with the site token of a viewer',
  'query of drafts with the site token of a viewer',
  'search of drafts with the site token of a viewer',
  'changes of drafts with the site token of a viewer',
  'item with the token of a former member',
  'item of its collection with the token of a former member',
  'list with the token of a former member',
  'query with the token of a former member',
  'changes with the token of a former member',
  'redirects in its locale',
  'redirects in another locale',
  'summaries in its locale',
  'summaries in another locale',
  'counts in its locale',
  'items found by its title in its locale',
  'search in its locale',
  'search in another locale',
  'search of drafts in its locale',
  'working copies in its locale',
  'planned changes in its locale',
  'changes in its locale',
  'changes in another locale',
  'changes of drafts in its locale',
  'stream in its locale',
  'collections',
  'OpenAPI document',
] as const;
export type ReadPath = (typeof readPaths)[number];

export interface Facts {
  readonly status: ContentStatus;
  /** Whether its collection is active. */
  readonly isActive: boolean;
  /** Whether its collection is private. */
  readonly isPrivate: boolean;
}

/** `seen`: the response shows the item. `unseen`: a success without it. Otherwise the error status. */
export type Outcome = 'seen' | 'unseen' | 401 | 403 | 404;

/** In the perspective of drafts, statuses and settings hide nothing. */
export const draftOutcome = (reader: Reader, { isActive }: Facts): Outcome => {
  if (isSignedIn(reader)) return 'seen';
  if (!reader.startsWith('preview token')) return 403;
  return isActive && !isElsewhere(reader) ? 'seen' : 'unseen';
};

export const isElsewhere = (reader: Reader): boolean => reader.endsWith('token elsewhere');

const users: readonly Reader[] = ['viewer', 'member', 'author', 'editor', 'admin'];
const isSignedIn = (reader: Reader): boolean => users.includes(reader);

const mayEditAll = (reader: Reader): boolean => reader === 'editor' || reader === 'admin';

/** From the specification: the public sees what the setting and the collection allow. */
const isVisibleTo = (
  reader: Reader,
  { status, isActive }: Facts,
  setting: PublicContent,
): boolean => isSignedIn(reader) || (isActive && (setting === 'all' || status === 'published'));

/** The trash is for users who may delete. It does not show an item that is not deleted. */
const trashOutcome = (reader: Reader): Outcome => {
  if (reader === 'anonymous caller') return 401;
  return mayEditAll(reader) || reader === 'author' ? 'unseen' : 403;
};

/** Only published items have a working copy, and only those who may edit see it. */
const seesCopy = (reader: Reader, { status }: Facts): boolean =>
  mayEditAll(reader) && status === 'published';

/** What only users may read. */
const forUsers = (reader: Reader, outcome: Outcome): Outcome => {
  if (isSignedIn(reader)) return outcome;
  return reader === 'anonymous caller' ? 401 : 403;
};

/** The expected outcome of a read, if the collection is public. */
export const publicOutcomeOf = (
  path: ReadPath,
  reader: Reader,
  facts: Facts,
  setting: PublicContent,
): Outcome => {
  const isOutOfScope = isElsewhere(reader);
  const drafts = draftOutcome(reader, facts);
  const isVisible = isVisibleTo(reader, facts, setting);
  const isPublic = isVisibleTo('anonymous caller', facts, setting);
  switch (path) {
    case 'list':
    case 'list with its slug':
    case 'list with its former slug':
    case 'redirects':
    case 'list of its status':
    case 'list in a locale':
    case 'list, expanded':
    case 'search':
    case 'search of its status':
    case 'search with a token for the site':
    case 'changes':
    case 'stream':
    case 'redirects in its locale':
    case 'search in its locale':
    case 'changes in its locale':
    case 'stream in its locale':
      return isVisible && !isOutOfScope ? 'seen' : 'unseen';
    case 'slug of its title':
    case 'list of another status':
    // The response contains only whether the slug is taken.
    case 'slug':
    case 'redirects in another locale':
    case 'search in another locale':
    case 'changes in another locale':
      return 'unseen';
    case 'slug, but for the item':
      return isVisible && !isOutOfScope ? 'seen' : 'unseen';
    case 'list of its collection':
    case 'list of its collection and status':
    case 'search of its collection':
    case 'changes of its collection':
    case 'stream of its collection':
    case 'redirects of its collection':
      if (isOutOfScope) return 403;
      // The list of an inactive collection is empty for every caller.
      return isVisible && facts.isActive ? 'seen' : 'unseen';
    case 'summaries':
    case 'summaries by time of creation':
    case 'summary with its id':
    case 'items found by its title':
    case 'items of its status found by its title':
    case 'summaries of its status':
    case 'what there is to translate':
    case 'comments':
    case 'open comments':
    case 'mentions':
    case 'author of the item':
    case 'words of its draft':
    case 'history':
    case 'earlier version':
    case 'summaries in its locale':
    case 'items found by its title in its locale':
      return forUsers(reader, 'seen');
    case 'summaries of its collection':
    case 'what there is to translate in its collection':
    case 'items of its collection found by its title':
      return forUsers(reader, facts.isActive ? 'seen' : 'unseen');
    // Nobody here has created an item, or changed a copy. Counts name no item.
    case 'summaries of own items':
    case 'own working copies':
    case 'referrers':
    case 'people to mention':
    case 'counts':
    case 'counts of its collection':
    case 'counts in its locale':
    case 'summaries in another locale':
      return forUsers(reader, 'unseen');
    case 'schedule':
    case 'planned changes':
    case 'planned changes in its locale':
      return forUsers(reader, facts.status === 'archived' ? 'unseen' : 'seen');
    case 'working copies':
    case 'working copies in its locale':
      return forUsers(reader, seesCopy(reader, facts) ? 'seen' : 'unseen');
    case 'working copies of its collection':
      return forUsers(reader, seesCopy(reader, facts) && facts.isActive ? 'seen' : 'unseen');
    case 'working copy':
      // The author has created none of the items.
      if (isSignedIn(reader) && !mayEditAll(reader)) return 403;
      return forUsers(reader, seesCopy(reader, facts) ? 'seen' : 404);
    case 'query of its collection':
    case 'query of its collection, expanded':
    case 'query of its collection in a locale':
    case 'query of its collection, expanded in a locale':
    case 'query by its slug':
    case 'query of its status':
    case 'query with a token for the site':
    case 'collection list':
    case 'collection list in a locale':
    case 'collection list, expanded':
    case 'collection list of its status':
    case 'collection list with its slug':
    case 'collection list with its former slug':
      if (isOutOfScope) return 403;
      if (!facts.isActive) return 404;
      return isVisible ? 'seen' : 'unseen';
    case 'item':
    case 'item in a locale':
    case 'translations of the item':
    case 'item, expanded':
    case 'item, expanded in a locale':
    case 'HEAD of the item':
    case 'item, if it has changed':
    case 'item, if there is any':
      if (!isVisible) return 404;
      return isOutOfScope ? 403 : 'seen';
    case 'item of its collection':
    case 'item of its collection by slug in a locale':
    case 'item of its collection by former slug in a locale':
    case 'item of its collection, expanded':
    case 'item of its collection by slug':
    case 'item of its collection by former slug':
    case 'item of its collection by slug, if it has changed':
      if (isOutOfScope) return 403;
      return isVisible ? 'seen' : 404;
    case 'trash':
    case 'trash of its collection':
    case 'counts of the trash':
    case 'counts of the trash of its collection':
      return trashOutcome(reader);
    case 'item of another collection':
    case 'item of another collection by former slug':
      return reader.endsWith('token here') ? 403 : 404;
    case 'drafts':
    case 'drafts, expanded':
    case 'drafts of its status':
    case 'search of drafts':
    case 'search of drafts of its status':
    case 'changes of drafts':
    case 'stream of drafts':
    case 'search of drafts in its locale':
    case 'changes of drafts in its locale':
      return drafts;
    case 'drafts of another status':
      return drafts === 403 ? 403 : 'unseen';
    case 'drafts of its collection':
    case 'search of drafts of its collection':
    case 'changes of drafts of its collection':
      if (drafts === 403 || isOutOfScope) return 403;
      return facts.isActive ? drafts : 'unseen';
    case 'drafts in its collection':
    case 'drafts in its collection, expanded':
    case 'query of drafts':
    case 'query of drafts, expanded':
    case 'query of drafts of its status':
      if (drafts === 403 || isOutOfScope) return 403;
      return facts.isActive ? drafts : 404;
    case 'draft':
    case 'draft, expanded':
    case 'translations of the draft':
      if (drafts === 'unseen') return facts.isActive && isOutOfScope ? 403 : 404;
      return drafts;
    case 'draft of its collection by slug':
    case 'draft of its collection by slug, expanded':
      if (isOutOfScope) return 403;
      return drafts === 'unseen' ? 404 : drafts;
    // Whoever has the token sees the item, also in an inactive collection.
    case 'list with its token':
    case 'list with its token, expanded':
    case 'item with its token, expanded':
    case 'draft with a token for the site, expanded':
    case 'list with its slug and its token':
    case 'item with its token':
    case 'translations of the item with its token':
    case 'item of its collection with its token':
    case 'drafts with a token for the site':
    case 'draft with a token for the site':
    case 'search of drafts with a token for the site':
    case 'changes with its token':
    case 'changes of drafts with a token for the site':
    case 'stream with its token':
    case 'drafts with the site token of a viewer':
    case 'draft with the site token of a viewer':
    case 'draft of its collection by slug with the site token of a viewer':
    case 'search of drafts with the site token of a viewer':
    case 'changes of drafts with the site token of a viewer':
    case 'item with the token of a former member':
    case 'item of its collection with the token of a former member':
    case 'list with the token of a former member':
    case 'changes with the token of a former member':
      return 'seen';
    case 'collection list with its slug and its token':
    case 'query with its token':
    case 'query of drafts with a token for the site':
    case 'query of drafts with the site token of a viewer':
    case 'query with the token of a former member':
      return facts.isActive ? 'seen' : 404;
    // A search finds nothing with the token of an item.
    case 'search with its token':
    case 'changes with the token of another item':
      return 'unseen';
    // The token of another item shows what everybody sees, whoever uses it.
    case 'list with the token of another item':
    case 'list with the token of another item, expanded':
      return isPublic ? 'seen' : 'unseen';
    case 'query with the token of another item':
      if (!facts.isActive) return 404;
      return isPublic ? 'seen' : 'unseen';
    case 'item with the token of another item':
    case 'item with the token of another item, expanded':
    case 'item of its collection with the token of another item':
      return isPublic ? 'seen' : 404;
    case 'item with a revoked token':
    case 'item with a revoked token, expanded':
    case 'query with a revoked token':
    case 'search with a revoked token':
    case 'changes with a revoked token':
      return 401;
    case 'list with a token for the site':
      return isVisible && !isOutOfScope ? 'seen' : 'unseen';
    case 'collections':
    case 'OpenAPI document':
      return facts.isActive && !isOutOfScope ? 'seen' : 'unseen';
  }
};

/** Whether a cache can answer it: nothing of the others enters one. */
export const isCached = (path: ReadPath): boolean =>
  !/draft|token|changes|stream|working|history|version|planned|schedule|trash|comments|mention/.test(
    path,
  );
