import { authorize, authorizeOwnAccount } from '../access/policy.ts';
import { audienceOf, readableCollections } from '../access/visibility.ts';
import { findStoredItem } from '../content/stored-item.ts';
import type { Actor } from '../model/actor.ts';
import type { CommentThread, Mention } from '../model/content/comment.ts';
import { asAuthor, type Author } from '../model/user.ts';
import type { Dependencies } from '../ports/ports.ts';
import { parsePage, type PageRequest } from '../primitives/paging.ts';
import { maySee } from './mentioned-users.ts';

type ItemDependencies = Pick<Dependencies, 'contents' | 'collections'>;

export interface ListComments extends PageRequest {
  /** Only threads that are resolved, or that are open. By default all. */
  readonly resolved?: boolean | undefined;
}

export const listComments =
  (dependencies: ItemDependencies & Pick<Dependencies, 'comments'>) =>
  async (
    actor: Actor,
    id: string,
    { resolved, ...request }: ListComments,
  ): Promise<readonly CommentThread[]> => {
    authorize(actor, 'read_comments');
    const page = parsePage(request);
    const { item } = await findStoredItem(dependencies, actor, id);
    return dependencies.comments.listThreads(item.id, page, resolved);
  };

/** People whom a comment on an item may mention. */
export interface PeopleListing {
  readonly people: readonly Author[];
  /** Whether there are accounts after the page. */
  readonly hasMore: boolean;
}

export const listPeople =
  (dependencies: ItemDependencies & Pick<Dependencies, 'users'>) =>
  async (actor: Actor, id: string, request: PageRequest): Promise<PeopleListing> => {
    authorize(actor, 'read_comments');
    const page = parsePage(request);
    const { collection } = await findStoredItem(dependencies, actor, id);
    const users = await dependencies.users.list(page);
    return {
      people: users.filter((user) => maySee(user, collection)).map(asAuthor),
      hasMore: users.length === page.limit,
    };
  };

export const listMentions =
  ({ comments, site }: Pick<Dependencies, 'comments' | 'site'>) =>
  async (actor: Actor, request: PageRequest): Promise<readonly Mention[]> => {
    authorize(actor, 'read_comments');
    const { userId } = authorizeOwnAccount(actor);
    const page = parsePage(request);
    const within = readableCollections(audienceOf(actor, await site.load()));
    return comments.listMentions(userId, page, within);
  };
