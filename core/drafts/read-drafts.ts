import { authorize, authorizeOwnAccount, localesIn, may } from '../access/policy.ts';
import { seesCollection } from '../access/visibility.ts';
import { localeCondition, type ExactLocaleRequest } from '../content/requested-languages.ts';
import type { Actor } from '../model/actor.ts';
import type { Collection } from '../model/collection.ts';
import type { WorkingCopy, WorkingCopyEntry } from '../model/content/working-copy.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { WorkingCopyQuery } from '../ports/repositories/working-copy-repository.ts';
import { parsePage, type PageRequest } from '../primitives/paging.ts';
import { findExistingDraft } from './stored-draft.ts';

type DraftReads = Pick<Dependencies, 'contents' | 'collections' | 'copies'>;

export const getDraft =
  (dependencies: DraftReads) =>
  async (actor: Actor, id: string): Promise<WorkingCopy> =>
    (await findExistingDraft(dependencies, actor, id)).copy;

export interface ListDrafts extends PageRequest, ExactLocaleRequest {
  /** Lists only copies that the caller changed last. */
  readonly author?: 'me' | undefined;
  /** The name of the collection of the items. */
  readonly collection?: string | undefined;
}

export const listDrafts =
  ({ collections, copies, site }: Pick<Dependencies, 'collections' | 'copies' | 'site'>) =>
  async (
    actor: Actor,
    { author, collection: name, locale, ...request }: ListDrafts,
  ): Promise<readonly WorkingCopyEntry[]> => {
    authorize(actor, 'read_summaries');
    const page = parsePage(request);
    const all = await collections.list();
    const seen = all.filter((collection) => seesCollection(actor, collection));
    const listed = seen.filter(
      (collection) => name === undefined || (collection.isActive && collection.name === name),
    );
    return copies.list({
      ...page,
      ...(locale !== undefined &&
        localeCondition({ ...(await site.load()), collectionStates: listed }, { locale })),
      // A title of a copy that moves its item to a collection belongs there.
      ...(seen.length < all.length && { within: seen.map(({ id }) => id) }),
      ...editableItems(actor, listed),
      authorId: author === undefined ? undefined : authorizeOwnAccount(actor).userId,
    });
  };

/** In which collections the actor may edit all items, and in which only own ones. */
const editableItems = (
  actor: Actor,
  collections: readonly Collection[],
): Pick<WorkingCopyQuery, 'all' | 'own' | 'ownerId' | 'locales'> => {
  const ownerId = actor.kind === 'user' ? actor.userId : undefined;
  const all: string[] = [];
  const own: string[] = [];
  for (const collection of collections) {
    if (may(actor, 'edit', { collection }).allowed) all.push(collection.id);
    else if (may(actor, 'edit', { collection, ownerId }).allowed) own.push(collection.id);
  }
  const locales = localesIn(actor, collections);
  return { all, own, ownerId, ...(locales.length > 0 && { locales }) };
};
