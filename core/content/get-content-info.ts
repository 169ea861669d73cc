import { shownIn, type PerspectiveRequest } from '../access/perspective.ts';
import { authorize, may } from '../access/policy.ts';
import type { Actor } from '../model/actor.ts';
import { readingMinutes } from '../model/content/word-count.ts';
import { nextStatuses, type ContentStatus } from '../model/content/content-item.ts';
import { asAuthor, type Author } from '../model/user.ts';
import type { Dependencies } from '../ports/ports.ts';
import { notFound } from '../primitives/errors.ts';
import { countWords, type CountingDependencies } from '../collections/data/count-words.ts';
import { itemReader } from './item-reader.ts';
import { readOnBasis, type BasisDependencies } from './read-on-basis.ts';
import { resourceOf } from './stored-item.ts';

export interface GetContentInfo extends Pick<PerspectiveRequest, 'perspective'> {
  readonly id: string;
  /** The caller's address, for the rate limit. */
  readonly client: string;
}

/** Who created an item, and what the caller may do with it now. */
export interface ContentInfo {
  readonly id: string;
  /** Undefined after an import without an author, or when the account was deleted. */
  readonly author: Author | undefined;
  readonly canEdit: boolean;
  readonly canDelete: boolean;
  /** Of the title and of all texts in the data that are searched; see `countWords`. */
  readonly words: number;
  readonly readingMinutes: number;
  /** The statuses that the caller may give the item, without its own. */
  readonly statuses: readonly ContentStatus[];
}

export const getContentInfo =
  (
    dependencies: BasisDependencies &
      CountingDependencies &
      Pick<Dependencies, 'users' | 'wordCounts'>,
  ) =>
  async (actor: Actor, { id, ...request }: GetContentInfo): Promise<ContentInfo> => {
    authorize(actor, 'read_authors');
    const { read } = itemReader({ id });
    const found = await readOnBasis(dependencies, actor, request, read);
    const { item } = found.value;
    const collection = await dependencies.collections.findById(item.collectionId);
    // Without the collection, the item was deleted after it was read.
    if (collection === undefined) throw notFound('Content');
    const resource = resourceOf({ item, collection });
    // An item without a count was written by an older version of the program.
    const words =
      (await dependencies.wordCounts.find(item.id, shownIn(request))) ??
      (await countWords(dependencies, collection, item));
    const canEdit = may(actor, 'edit', resource).allowed;
    return {
      id: item.id,
      author: await findAuthor(dependencies, item.authorId),
      canEdit,
      words,
      readingMinutes: readingMinutes(words),
      canDelete: may(actor, 'delete', resource).allowed,
      statuses: canEdit ? nextStatuses(item.status) : [],
    };
  };

const findAuthor = async (
  { users }: Pick<Dependencies, 'users'>,
  id: string | undefined,
): Promise<Author | undefined> => {
  const user = id === undefined ? undefined : await users.findById(id);
  return user && asAuthor(user);
};
