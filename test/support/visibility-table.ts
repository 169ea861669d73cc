import type { ContentStatus, PublicContent } from '../../core/index.ts';

/** Who reads. The scope of `token here` holds both collections, that of `token elsewhere` neither. */
export const readers = [
  'stranger',
  'token',
  'token here',
  'token elsewhere',
  'viewer',
  'admin',
] as const;
export type Reader = (typeof readers)[number];

/** Every way to learn something of an item. */
export const readPaths = [
  'list',
  'list of its status',
  'list of another status',
  'list of its collection',
  'list of its collection and status',
  'collection list',
  'collection list of its status',
  'item',
  'HEAD of the item',
  'item, if it has changed',
  'item, if there is any',
  'slug',
  'slug, but for the item',
] as const;
export type ReadPath = (typeof readPaths)[number];

export interface Facts {
  readonly status: ContentStatus;
  readonly isActive: boolean;
}

/** The item is shown; the answer is a good one without it; or the answer is this refusal. */
export type Outcome = 'seen' | 'unseen' | 403 | 404;

const isSignedIn = (reader: Reader): boolean => reader === 'viewer' || reader === 'admin';

/** Written down from the interface: the public sees what the setting and the collection allow. */
const isThereFor = (reader: Reader, { status, isActive }: Facts, setting: PublicContent): boolean =>
  isSignedIn(reader) || (isActive && (setting === 'all' || status === 'published'));

/** What a read must come to. */
export const outcomeOf = (
  path: ReadPath,
  reader: Reader,
  facts: Facts,
  setting: PublicContent,
): Outcome => {
  const isOutside = reader === 'token elsewhere';
  const isThere = isThereFor(reader, facts, setting);
  switch (path) {
    case 'list':
    case 'list of its status':
      return isThere && !isOutside ? 'seen' : 'unseen';
    case 'list of another status':
    // That a slug is taken is all that anybody is told.
    case 'slug':
      return 'unseen';
    case 'slug, but for the item':
      return isThere && !isOutside ? 'seen' : 'unseen';
    case 'list of its collection':
    case 'list of its collection and status':
      if (isOutside) return 403;
      // A collection that is not active has a list for nobody.
      return isThere && facts.isActive ? 'seen' : 'unseen';
    case 'collection list':
    case 'collection list of its status':
      if (isOutside) return 403;
      if (!facts.isActive) return 404;
      return isThere ? 'seen' : 'unseen';
    case 'item':
    case 'HEAD of the item':
    case 'item, if it has changed':
    case 'item, if there is any':
      if (!isThere) return 404;
      return isOutside ? 403 : 'seen';
  }
};
