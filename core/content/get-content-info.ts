import { publicNameOf } from '../accounts/user.ts';
import type { Actor } from '../access/actor.ts';
import { authorize, may } from '../access/policy.ts';
import type { Dependencies } from '../dependencies.ts';
import { nextStatuses, type ContentStatus } from './content-item.ts';
import {
  findVisibleItem,
  startItemRead,
  type GetContent,
  type GetDependencies,
} from './get-content.ts';
import { resourceOf } from './stored-item.ts';

/** The user who created an item. */
export interface Author {
  readonly id: string;
  readonly name: string;
}

/** Who created an item, and what the caller may do with it now. */
export interface ContentInfo {
  readonly id: string;
  /** Undefined after an import without an author, or when the account was deleted. */
  readonly author: Author | undefined;
  readonly canEdit: boolean;
  readonly canDelete: boolean;
  /** The statuses that the caller may give the item, without its own. */
  readonly statuses: readonly ContentStatus[];
}

/**
 * Decides with the rights and the lifecycle of the item, like the use cases that write. These check
 * more: a hook can block a change, and data can lack what published content requires.
 *
 * @throws DomainError `not_authenticated`, `forbidden` for an API token, `not_found`, `rate_limited`.
 */
export const getContentInfo =
  (dependencies: GetDependencies & Pick<Dependencies, 'users'>) =>
  async (actor: Actor, { id, client }: GetContent): Promise<ContentInfo> => {
    authorize(actor, 'read_authors');
    const { visibility } = await startItemRead(dependencies, actor, client);
    const stored = await findVisibleItem(dependencies, actor, visibility, id);
    const { item } = stored;
    const resource = resourceOf(stored);
    const canEdit = may(actor, 'edit', resource).allowed;
    return {
      id: item.id,
      author: await findAuthor(dependencies, item.authorId),
      canEdit,
      canDelete: may(actor, 'delete', resource).allowed,
      statuses: canEdit ? nextStatuses(item.status) : [],
    };
  };

const findAuthor = async (
  { users }: Pick<Dependencies, 'users'>,
  id: string | undefined,
): Promise<Author | undefined> => {
  const user = id === undefined ? undefined : await users.findById(id);
  return user && { id: user.id, name: publicNameOf(user) };
};
