import type { Comment } from '../../../core/store.ts';
import type { MemoryTables } from '../../../adapters/memory/memory-tables.ts';
import { mentionsIn } from '../../../core/vocabulary.ts';
import { commentSuite } from '../../conformance/content/comments.ts';
import { broken, brokenStore, pauses, type RepositorySuiteMutants } from './repository-mutant.ts';

const returned = 'a comment is returned as it was stored, with the names of its people';
const order = 'threads are listed oldest first, each with its replies';
const needs = 'a comment needs an item that is content, and a reply a thread of the same item';
const room = 'an item has no more comments than there is room for, also from concurrent calls';
const edits = 'an edit replaces the text';
const resolutions = 'a thread is resolved once, and opened again';
const removals = 'a comment is removed alone, and a thread with its replies';
const trashed = 'comments stay while their item is in the trash, and cannot be changed there';
const gone = 'comments go with an item that is deleted for good';
const mentions = 'mentions are listed newest first, the latest one of each open thread';
const follow = 'mentions follow edits, resolutions and removals';
const within =
  'mentions are those of items that are content, in the collections that they are in now';
const steps = 'all comments are read in steps, each thread before its replies';
const added = 'comments are added to items in content and in the trash, what is stored stays';
const addedRoom = 'an item gets no more added comments than there is room for';

const isOf =
  (contentId: string) =>
  (comment: Comment): boolean =>
    comment.contentId === contentId;

const commentsOf = ({ comments }: MemoryTables, contentId: string): readonly Comment[] =>
  [...comments.values()].filter(isOf(contentId));

/** Puts back what a write has removed. */
const keeping =
  (isKept: (comment: Comment, after: MemoryTables) => boolean) =>
  (before: ReadonlyMap<string, Comment>) =>
  (tables: MemoryTables): void => {
    for (const [id, comment] of before) {
      if (!tables.comments.has(id) && isKept(comment, tables)) tables.comments.set(id, comment);
    }
  };

export const commentMutants: RepositorySuiteMutants = {
  suite: commentSuite,
  mutants: [
    {
      fault: 'trims the texts around a quote',
      caughtBy: returned,
      make: broken('comments', (intact) => ({
        insert: ({ place, ...comment }, max) =>
          intact.insert(
            { ...comment, place: place && { ...place, before: place.before.trim() } },
            max,
          ),
      })),
    },
    {
      fault: 'names the username of who has a name',
      caughtBy: returned,
      make: broken('comments', (intact, { repositories }) => ({
        find: async (id) => {
          const found = await intact.find(id);
          const user = found?.author && (await repositories.users.findById(found.author.id));
          return found && user ? { ...found, author: { id: user.id, name: user.username } } : found;
        },
      })),
    },
    {
      fault: 'removes the comments of a deleted account',
      caughtBy: 'the comments of a deleted account stay, without a name',
      make: broken('users', (intact, { memory }) => ({
        delete: async (id) => {
          await memory.write(({ comments }) => {
            for (const each of comments.values()) {
              if (each.authorId === id) comments.delete(each.id);
            }
          });
          return intact.delete(id);
        },
      })),
    },
    {
      fault: 'lists threads newest first',
      caughtBy: order,
      make: broken('comments', (intact) => ({
        listThreads: async (id, { limit, offset }, resolved) =>
          (await intact.listThreads(id, { limit: 1_000, offset: 0 }, resolved))
            .toReversed()
            .slice(offset, offset + limit),
      })),
    },
    {
      fault: 'orders replies by their ids',
      caughtBy: order,
      make: broken('comments', (intact) => ({
        listThreads: async (...given) =>
          (await intact.listThreads(...given)).map((thread) => ({
            ...thread,
            replies: thread.replies.toSorted((left, right) => (left.id < right.id ? -1 : 1)),
          })),
      })),
    },
    {
      fault: 'lists threads of all states',
      caughtBy: 'a list has only the threads that are resolved, or that are open',
      make: broken('comments', (intact) => ({
        listThreads: (id, page) => intact.listThreads(id, page),
      })),
    },
    {
      fault: 'chooses the threads by their state after the page is cut',
      caughtBy: 'a list has only the threads that are resolved, or that are open',
      make: broken('comments', (intact) => ({
        listThreads: async (id, page, resolved) =>
          (await intact.listThreads(id, page)).filter(
            ({ resolvedAt }) => resolved === undefined || (resolvedAt !== undefined) === resolved,
          ),
      })),
    },
    {
      fault: 'stores comments of items in the trash',
      caughtBy: needs,
      make: broken('comments', (intact) => ({
        insert: async (comment, max) => {
          const outcome = await intact.insert(comment, max);
          return outcome === 'no_item' && (await intact.add([comment], max))[0] === true
            ? 'added'
            : outcome;
        },
      })),
    },
    {
      fault: 'stores replies to replies',
      caughtBy: needs,
      make: broken('comments', (intact, { memory }) => ({
        insert: async (comment, max) => {
          const outcome = await intact.insert(comment, max);
          if (outcome !== 'no_thread' || (await intact.find(comment.threadId)) === undefined) {
            return outcome;
          }
          await memory.write(({ comments }) => comments.set(comment.id, comment));
          return 'added';
        },
      })),
    },
    {
      fault: 'counts before it stores',
      caughtBy: room,
      make: broken('comments', (intact, { memory }) => {
        const pause = pauses();
        return {
          insert: async (comment, max) => {
            const { length } = await memory.read((tables) => commentsOf(tables, comment.contentId));
            await pause();
            return length >= max ? 'full' : intact.insert(comment, Infinity);
          },
        };
      }),
    },
    {
      fault: 'counts only threads',
      caughtBy: room,
      make: broken('comments', (intact, { memory }) => ({
        insert: async (comment, max) => {
          const replies = await memory.read((tables) =>
            commentsOf(tables, comment.contentId).filter(({ id, threadId }) => id !== threadId),
          );
          return intact.insert(comment, max + replies.length);
        },
      })),
    },
    {
      fault: 'stores no time of an edit',
      caughtBy: edits,
      make: broken('comments', (intact) => ({
        edit: (comment) => intact.edit({ ...comment, editedAt: undefined }),
      })),
    },
    {
      fault: 'does not look at the item of an edit',
      caughtBy: edits,
      make: broken('comments', (intact) => ({
        edit: async (comment) => {
          const stored = await intact.find(comment.id);
          return intact.edit({ ...comment, contentId: stored?.contentId ?? comment.contentId });
        },
      })),
    },
    {
      fault: 'replaces the resolution',
      caughtBy: resolutions,
      make: broken('comments', (intact) => ({
        resolve: async (thread, resolution) => {
          await intact.resolve(thread, undefined);
          return intact.resolve(thread, resolution);
        },
      })),
    },
    {
      fault: 'resolves replies',
      caughtBy: resolutions,
      make: broken('comments', (intact, { memory }) => ({
        resolve: async (thread, resolution) => {
          if (await intact.resolve(thread, resolution)) return true;
          return memory.write(({ comments }) => {
            const stored = comments.get(thread.id);
            if (stored === undefined) return false;
            comments.set(stored.id, { ...stored, resolvedAt: resolution?.at });
            return true;
          });
        },
      })),
    },
    {
      fault: 'leaves the replies of a thread',
      caughtBy: removals,
      make: broken('comments', (intact, { memory }) => ({
        remove: async (comment) => {
          const before = await memory.read(({ comments }) => new Map(comments));
          const isRemoved = await intact.remove(comment);
          await memory.write(keeping(({ id }) => id !== comment.id)(before));
          return isRemoved;
        },
      })),
    },
    {
      fault: 'removes the thread of a reply',
      caughtBy: removals,
      make: broken('comments', (intact) => ({
        remove: async (comment) => {
          const stored = await intact.find(comment.id);
          return intact.remove({ ...comment, id: stored?.threadId ?? comment.id });
        },
      })),
    },
    {
      fault: 'removes the comments of an item that is moved into the trash',
      caughtBy: trashed,
      make: brokenStore(({ store, memory }) => ({
        commit: async (changes) => {
          const isStored = await store.commit(changes);
          await memory.write((tables) => {
            for (const { kind, item } of changes) {
              if (kind !== 'delete') continue;
              for (const { id } of commentsOf(tables, item.id)) tables.comments.delete(id);
            }
          });
          return isStored;
        },
      })),
    },
    {
      fault: 'edits comments of items in the trash',
      caughtBy: trashed,
      make: broken('comments', (intact, { memory }) => ({
        edit: async (comment) =>
          (await intact.edit(comment)) ||
          memory.read(
            ({ comments, trash }) => comments.has(comment.id) && trash.has(comment.contentId),
          ),
      })),
    },
    {
      fault: 'keeps the comments of items that are deleted',
      caughtBy: gone,
      make: brokenStore(({ store, memory }) => ({
        commit: async (changes) => {
          const before = await memory.read(({ comments }) => new Map(comments));
          const isStored = await store.commit(changes);
          await memory.write(keeping(() => true)(before));
          return isStored;
        },
      })),
    },
    {
      fault: 'keeps the comments of items that are purged',
      caughtBy: gone,
      make: broken('trash', (intact, { memory }) => ({
        purge: async (...given) => {
          const before = await memory.read(({ comments }) => new Map(comments));
          const isPurged = await intact.purge(...given);
          await memory.write(keeping(() => true)(before));
          return isPurged;
        },
      })),
    },
    {
      fault: 'keeps the comments of a deleted collection',
      caughtBy: gone,
      make: broken('collections', (intact, { memory }) => ({
        delete: async (id) => {
          const before = await memory.read(({ comments }) => new Map(comments));
          const isDeleted = await intact.delete(id);
          await memory.write(keeping(() => true)(before));
          return isDeleted;
        },
      })),
    },
    {
      fault: 'lists mentions oldest first',
      caughtBy: mentions,
      make: broken('comments', (intact) => ({
        listMentions: async (userId, { limit, offset }, scope) =>
          (await intact.listMentions(userId, { limit: 1_000, offset: 0 }, scope))
            .toReversed()
            .slice(offset, offset + limit),
      })),
    },
    {
      fault: 'lists the thread in place of the comment that mentions',
      caughtBy: mentions,
      make: broken('comments', (intact) => ({
        listMentions: async (...given) => {
          const found = await intact.listMentions(...given);
          return Promise.all(
            found.map(async (each) => ({
              ...each,
              comment: (await intact.find(each.comment.threadId)) ?? each.comment,
            })),
          );
        },
      })),
    },
    {
      fault: 'finds mentions in lower case only',
      caughtBy: mentions,
      make: broken('comments', (intact) => ({
        listMentions: async (userId, page, scope) =>
          (await intact.listMentions(userId, page, scope)).filter(({ comment }) =>
            comment.text.includes(userId),
          ),
      })),
    },
    {
      fault: 'lists mentions in resolved threads',
      caughtBy: follow,
      make: broken('comments', (intact, { memory }) => ({
        listMentions: async (userId, page, scope) => {
          const found = await intact.listMentions(userId, page, scope);
          const all = await memory.read(({ comments }) => [...comments.values()]);
          const isMissing = ({ id, text, resolvedAt }: Comment): boolean =>
            resolvedAt !== undefined &&
            mentionsIn(text).includes(userId) &&
            !found.some(({ comment }) => comment.id === id);
          const item = { id: '', title: '', collectionId: '' };
          const missing = await Promise.all(
            all.filter(isMissing).map(async ({ id }) => intact.find(id)),
          );
          return [
            ...found,
            ...missing.flatMap((comment) => (comment === undefined ? [] : [{ item, comment }])),
          ];
        },
      })),
    },
    {
      fault: 'lists mentions that were edited away',
      caughtBy: follow,
      make: broken('comments', (intact) => ({
        edit: async (comment) => {
          const { text = '' } = (await intact.find(comment.id)) ?? {};
          return intact.edit({ ...comment, text: `${comment.text} ${text}` });
        },
      })),
    },
    {
      fault: 'lists mentions in all collections',
      caughtBy: within,
      make: broken('comments', (intact) => ({
        listMentions: (userId, page) => intact.listMentions(userId, page, 'all'),
      })),
    },
    {
      fault: 'reads comments by their ids',
      caughtBy: steps,
      make: broken('comments', (intact) => ({
        listAfter: async (after, limit) =>
          (await intact.listAfter(undefined, 1_000))
            .filter(({ comment }) => after === undefined || comment.id > after.id)
            .toSorted((left, right) => (left.comment.id < right.comment.id ? -1 : 1))
            .slice(0, limit),
      })),
    },
    {
      fault: 'has no stamp of items in the trash',
      caughtBy: steps,
      make: broken('comments', (intact, { repositories }) => ({
        listAfter: async (...given) => {
          const found = await intact.listAfter(...given);
          const ids = await repositories.trash.findIds(
            found.map(({ comment }) => comment.contentId),
          );
          return found.map((each) =>
            ids.has(each.comment.contentId) ? { ...each, item: undefined } : each,
          );
        },
      })),
    },
    {
      fault: 'replaces stored comments',
      caughtBy: added,
      make: broken('comments', (intact, { memory }) => ({
        add: async (comments, max) => {
          await memory.write((tables) => {
            for (const { id } of comments) tables.comments.delete(id);
          });
          return intact.add(comments, max);
        },
      })),
    },
    {
      fault: 'adds no comments to items in the trash',
      caughtBy: added,
      make: broken('comments', (intact) => ({
        add: async (comments, max) => {
          const outcomes: boolean[] = [];
          for (const comment of comments) {
            outcomes.push((await intact.insert(comment, max)) === 'added');
          }
          return outcomes;
        },
      })),
    },
    {
      fault: 'counts once for all that it adds',
      caughtBy: addedRoom,
      make: broken('comments', (intact) => ({
        add: (comments, max) => intact.add(comments, max + comments.length),
      })),
    },
  ],
};
