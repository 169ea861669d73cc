import type { Comment, Store } from '../../../core/store.ts';
import type { CollectionScope } from '../../../core/vocabulary.ts';
import { equal, ok } from '../assert.ts';
import {
  awkwardText,
  collectionId,
  contentId,
  momentOf,
  sampleContent,
  sampleUser,
  userId,
} from '../samples.ts';
import { suite } from '../suite.ts';
import { recoveryOf, trashingOf, withHistory } from '../trash/trashed-items.ts';
import {
  commentId,
  insertComments,
  muchRoom,
  sampleComment,
  sampleReply,
  threadIds,
} from './comment-samples.ts';
import { deletionOf, updateOf } from './content-changes.ts';

const ids = (...numbers: readonly number[]): readonly string[] => numbers.map(commentId);

const whole = { limit: 50, offset: 0 };

const place = { path: 'data.text', quote: awkwardText, before: ' before', after: '' };

const mentioning = (n: number): string => `What do you think, @[${userId(n)}]?`;

/** The comments that mention a user, with their items. */
const mentionsOf = async (
  { repositories }: Store,
  user: number,
  within: CollectionScope = 'all',
  page = whole,
): Promise<readonly string[]> =>
  (await repositories.comments.listMentions(userId(user), page, within)).map(
    ({ comment }) => comment.id,
  );

const allOf = async ({ repositories }: Store): Promise<readonly string[]> =>
  (await repositories.comments.listAfter(undefined, 1_000)).map(({ comment }) => comment.id);

/** Comments of items, and who is mentioned in them. */
export const commentSuite = suite<Store>('CommentRepository', {
  'a comment is returned as it was stored, with the names of its people': async (store) => {
    const { comments, users } = await withHistory(store, 1);
    await users.insert(sampleUser(3, { firstName: 'Ada', lastName: 'Lovelace' }));
    const thread: Comment = sampleComment(1, {
      text: `${awkwardText}x`,
      authorId: userId(3),
      editedAt: momentOf(2),
      place,
      resolvedAt: momentOf(3),
      resolvedBy: userId(1),
    });
    await insertComments(store, [thread]);
    const author = { id: userId(3), name: 'Ada Lovelace' };
    const resolver = { id: userId(1), name: 'User 1' };
    equal(await comments.find(thread.id), { ...thread, author, resolver }, 'by its id');
    equal(
      await comments.listThreads(contentId(1), whole),
      [{ ...thread, author, resolver, replies: [] }],
      'in the list',
    );
    const { authorId: _, ...anonymous } = sampleReply(2, 1);
    await insertComments(store, [{ ...anonymous, authorId: undefined }]);
    equal((await comments.find(commentId(2)))?.author, undefined, 'without an author');
    equal(await comments.find(commentId(9)), undefined, 'an unknown one');
  },

  'the comments of a deleted account stay, without a name': async (store) => {
    const { comments, users } = await withHistory(store, 1);
    const by = { authorId: userId(1), resolvedAt: momentOf(2), resolvedBy: userId(1) };
    await insertComments(store, [sampleComment(1, by)]);
    ok(await users.delete(userId(1)), 'deleted');
    const found = await comments.find(commentId(1));
    equal([found?.text, found?.author, found?.resolver], ['Comment 1', undefined, undefined], 'it');
  },

  'threads are listed oldest first, each with its replies': async (store) => {
    await withHistory(store, 2);
    await insertComments(store, [
      sampleComment(5, { createdAt: momentOf(1) }),
      sampleComment(4),
      sampleComment(3, { createdAt: momentOf(4) }),
      sampleReply(2, 5, { createdAt: momentOf(9) }),
      sampleReply(1, 5, { createdAt: momentOf(9) }),
      sampleReply(6, 5, { createdAt: momentOf(7) }),
      sampleComment(7, { contentId: contentId(2), createdAt: momentOf(0) }),
    ]);
    equal(await threadIds(store, 1), [ids(5, 6, 1, 2), ids(3), ids(4)], 'all');
    const page = { limit: 1, offset: 1 };
    equal(await threadIds(store, 1, undefined, page), [ids(3)], 'a page');
    equal(await threadIds(store, 2), [ids(7)], 'of the other item');
  },

  'a list has only the threads that are resolved, or that are open': async (store) => {
    await withHistory(store, 1);
    const resolved = { resolvedAt: momentOf(3), resolvedBy: userId(1) };
    await insertComments(store, [
      sampleComment(1, resolved),
      sampleComment(2),
      sampleReply(3, 1),
      sampleComment(4, { resolvedAt: momentOf(5) }),
    ]);
    equal(await threadIds(store, 1, true), [ids(1, 3), ids(4)], 'resolved');
    equal(await threadIds(store, 1, false), [ids(2)], 'open');
    const page = { limit: 1, offset: 1 };
    equal(await threadIds(store, 1, true, page), [ids(4)], 'a page');
  },

  'a comment needs an item that is content, and a reply a thread of the same item': async (
    store,
  ) => {
    const { comments } = await withHistory(store, 3);
    ok(await store.commit([trashingOf(sampleContent(3))]), 'trashed');
    await insertComments(store, [sampleComment(1), sampleReply(2, 1)]);
    const outcomeOf = (comment: Comment) => comments.insert(comment, muchRoom);
    for (const id of [contentId(3), contentId(9)]) {
      equal(await outcomeOf(sampleComment(3, { contentId: id })), 'no_item', id);
    }
    equal(await outcomeOf(sampleReply(3, 2)), 'no_thread', 'a reply to a reply');
    equal(await outcomeOf(sampleReply(3, 9)), 'no_thread', 'to no thread');
    const elsewhere = sampleReply(3, 1, { contentId: contentId(2) });
    equal(await outcomeOf(elsewhere), 'no_thread', 'to a thread of another item');
    equal(await allOf(store), ids(1, 2), 'what is stored');
  },

  'an item has no more comments than there is room for, also from concurrent calls': async (
    store,
  ) => {
    const { comments } = await withHistory(store, 2);
    await insertComments(store, [
      sampleComment(1),
      sampleReply(2, 1),
      sampleComment(3, { contentId: contentId(2) }),
    ]);
    const outcomes = await Promise.all(
      [4, 5, 6, 7].map((n) => comments.insert(sampleComment(n), 4)),
    );
    equal(outcomes.toSorted(), ['added', 'added', 'full', 'full'], 'the outcomes');
    equal((await threadIds(store, 1)).flat().length, 4, 'the comments');
  },

  'an edit replaces the text': async (store) => {
    const { comments } = await withHistory(store, 2);
    await insertComments(store, [sampleComment(1, { place }), sampleComment(2)]);
    const edited = sampleComment(1, { place, text: awkwardText, editedAt: momentOf(8) });
    ok(await comments.edit(edited), 'edited');
    const people = { author: undefined, resolver: undefined };
    equal(await comments.find(commentId(1)), { ...edited, ...people }, 'the comment');
    equal((await comments.find(commentId(2)))?.text, 'Comment 2', 'the other one');
    equal(await comments.edit(sampleComment(9)), false, 'an unknown one');
    const elsewhere = sampleComment(1, { contentId: contentId(2) });
    equal(await comments.edit(elsewhere), false, 'one of another item');
  },

  'a thread is resolved once, and opened again': async (store) => {
    const { comments } = await withHistory(store, 1);
    await insertComments(store, [sampleComment(1), sampleReply(2, 1), sampleComment(3)]);
    const stateOf = async (n: number) => {
      const found = await comments.find(commentId(n));
      return [found?.resolvedAt, found?.resolvedBy];
    };
    ok(await comments.resolve(sampleComment(1), { at: momentOf(5), by: userId(1) }), 'resolved');
    ok(await comments.resolve(sampleComment(1), { at: momentOf(6), by: userId(2) }), 'again');
    equal(await stateOf(1), [momentOf(5), userId(1)], 'the first time');
    equal(await stateOf(3), [undefined, undefined], 'the other thread');
    ok(await comments.resolve(sampleComment(1), undefined), 'opened');
    equal(await stateOf(1), [undefined, undefined], 'open');
    ok(await comments.resolve(sampleComment(1), { at: momentOf(7), by: undefined }), 'by nobody');
    equal(await stateOf(1), [momentOf(7), undefined], 'without a user');
    ok(await comments.resolve(sampleComment(1), { at: momentOf(8), by: userId(1) }), 'once more');
    equal(await stateOf(1), [momentOf(7), undefined], 'still without a user');
    const resolution = { at: momentOf(5), by: userId(1) };
    equal(await comments.resolve(sampleReply(2, 1), resolution), false, 'a reply');
    equal(await stateOf(2), [undefined, undefined], 'the reply');
    equal(await comments.resolve(sampleComment(9), resolution), false, 'an unknown one');
  },

  'a comment is removed alone, and a thread with its replies': async (store) => {
    const { comments } = await withHistory(store, 2);
    await insertComments(store, [
      sampleComment(1),
      sampleReply(2, 1),
      sampleReply(3, 1),
      sampleComment(4),
      sampleReply(5, 4),
    ]);
    ok(await comments.remove(sampleReply(2, 1)), 'a reply');
    equal(await threadIds(store, 1), [ids(1, 3), ids(4, 5)], 'after the reply');
    const elsewhere = sampleComment(1, { contentId: contentId(2) });
    equal(await comments.remove(elsewhere), false, 'one of another item');
    ok(await comments.remove(sampleComment(1)), 'a thread');
    equal(await allOf(store), ids(4, 5), 'after the thread');
    equal(await comments.remove(sampleComment(1)), false, 'once more');
  },

  'comments stay while their item is in the trash, and cannot be changed there': async (store) => {
    const { comments } = await withHistory(store, 1);
    await insertComments(store, [sampleComment(1), sampleReply(2, 1)]);
    ok(await store.commit([trashingOf(sampleContent(1))]), 'trashed');
    equal(await threadIds(store, 1), [ids(1, 2)], 'in the trash');
    equal(await comments.edit(sampleComment(1)), false, 'an edit');
    const resolution = { at: momentOf(5), by: undefined };
    equal(await comments.resolve(sampleComment(1), resolution), false, 'a resolution');
    equal(await comments.remove(sampleComment(1)), false, 'a removal');
    ok(await store.commit([recoveryOf(sampleContent(1))]), 'restored');
    equal(await threadIds(store, 1), [ids(1, 2)], 'after the return');
    ok(await comments.edit(sampleComment(1, { text: 'Again' })), 'an edit after the return');
  },

  'comments go with an item that is deleted for good': async (store) => {
    const { trash, collections } = await withHistory(store, 5);
    const ofItem = (n: number) => sampleComment(n, { contentId: contentId(n) });
    await insertComments(store, [1, 2, 3, 4, 5].map(ofItem));
    ok(await store.commit([deletionOf(sampleContent(1))]), 'deleted');
    equal(await allOf(store), ids(2, 3, 4, 5), 'after a deletion without trash');
    ok(
      await store.commit([2, 3, 4].map((n) => trashingOf(sampleContent(n)))),
      'moved into the trash',
    );
    ok(await trash.purge(contentId(2), 1), 'purged');
    equal(await allOf(store), ids(3, 4, 5), 'after one was purged');
    equal(await trash.purgeScope('all', 1), 1, 'a part of the trash');
    equal((await allOf(store)).length, 2, 'after a part of the trash was purged');
    ok(await store.commit([trashingOf(sampleContent(5))]), 'the last one');
    ok(await collections.delete(collectionId(1)), 'the collection');
    equal(await allOf(store), [], 'after the collection was deleted');
  },

  'mentions are listed newest first, the latest one of each open thread': async (store) => {
    const { comments } = await withHistory(store, 2);
    const text = mentioning(1);
    await insertComments(store, [
      sampleComment(1, { text }),
      sampleReply(5, 1, { text, authorId: userId(2) }),
      sampleReply(6, 1),
      sampleComment(2, { text, contentId: contentId(2) }),
      sampleComment(3, { text: mentioning(2) }),
      sampleComment(7),
      sampleReply(8, 7, { text: `${mentioning(2)} ${text.toUpperCase()}` }),
      sampleComment(9, { text, createdAt: momentOf(8) }),
    ]);
    equal(await mentionsOf(store, 1), ids(9, 8, 5, 2), 'of the first user');
    equal(await mentionsOf(store, 2), ids(8, 3), 'of the second user');
    equal(await mentionsOf(store, 3), [], 'of nobody');
    equal(await mentionsOf(store, 1, 'all', { limit: 2, offset: 1 }), ids(8, 5), 'a page');
    const [, , third] = await comments.listMentions(userId(1), whole, 'all');
    const { id, title, collectionId: within } = sampleContent(1);
    equal(third?.item, { id, title, collectionId: within }, 'the item');
    equal(third?.comment.author, { id: userId(2), name: 'User 2' }, 'the author');
  },

  'mentions follow edits, resolutions and removals': async (store) => {
    const { comments } = await withHistory(store, 1);
    const text = mentioning(1);
    await insertComments(store, [sampleComment(1, { text }), sampleReply(2, 1, { text })]);
    ok(await comments.edit(sampleReply(2, 1, { text: 'Nobody' })), 'edited');
    equal(await mentionsOf(store, 1), ids(1), 'after the mention was edited away');
    ok(await comments.edit(sampleReply(2, 1, { text: mentioning(2) })), 'edited again');
    equal(await mentionsOf(store, 2), ids(2), 'of another user');
    ok(await comments.resolve(sampleComment(1), { at: momentOf(5), by: undefined }), 'resolved');
    equal([await mentionsOf(store, 1), await mentionsOf(store, 2)], [[], []], 'resolved');
    ok(await comments.resolve(sampleComment(1), undefined), 'opened');
    equal([await mentionsOf(store, 1), await mentionsOf(store, 2)], [ids(1), ids(2)], 'open');
    ok(await comments.remove(sampleReply(2, 1)), 'removed');
    equal(await mentionsOf(store, 2), [], 'after the removal');
    ok(await comments.remove(sampleComment(1)), 'the thread');
    equal(await mentionsOf(store, 1), [], 'without the thread');
  },

  'mentions are those of items that are content, in the collections that they are in now': async (
    store,
  ) => {
    await withHistory(store, 2);
    const text = mentioning(1);
    const item = sampleContent(1);
    await insertComments(store, [
      sampleComment(1, { text }),
      sampleComment(2, { text, contentId: contentId(2) }),
      sampleComment(3, { text }),
    ]);
    const inCollections = (...numbers: readonly number[]) =>
      mentionsOf(store, 1, numbers.map(collectionId));
    equal(await inCollections(1), ids(3, 2, 1), 'in the first collection');
    equal(await inCollections(), [], 'in none');
    const moved = { ...item, collectionId: collectionId(2), version: 2 };
    ok(await store.commit([updateOf(item, moved)]), 'moved');
    equal([await inCollections(1), await inCollections(2)], [ids(2), ids(3, 1)], 'after a move');
    equal(await inCollections(2, 1, 3), ids(3, 2, 1), 'in all of them');
    ok(await store.commit([trashingOf(moved)]), 'trashed');
    equal([await mentionsOf(store, 1), await inCollections(2)], [ids(2), []], 'in the trash');
    ok(await store.commit([recoveryOf(moved)]), 'restored');
    equal([await mentionsOf(store, 1), await inCollections(2)], [ids(3, 2, 1), ids(3, 1)], 'back');
    ok(await store.commit([deletionOf(sampleContent(2))]), 'deleted');
    equal(await mentionsOf(store, 1), ids(3, 1), 'after a deletion');
  },

  'all comments are read in steps, each thread before its replies': async (store) => {
    const { comments } = await withHistory(store, 2);
    const other = { contentId: contentId(2) };
    await insertComments(store, [
      sampleComment(5),
      sampleReply(1, 5),
      sampleReply(8, 5),
      sampleComment(6, other),
      sampleReply(2, 6, other),
    ]);
    ok(await store.commit([trashingOf(sampleContent(2))]), 'trashed');
    const read: string[] = [];
    for (let after: Comment | undefined; ;) {
      const step = await comments.listAfter(after, 2);
      if (step.length === 0) break;
      read.push(...step.map(({ comment }) => comment.id));
      after = step.at(-1)?.comment;
    }
    equal(read, ids(5, 1, 8, 6, 2), 'the order');
    const [first, , , trashed] = await comments.listAfter(undefined, 10);
    const stampOf = (n: number) => ({ id: contentId(n), version: 1, updatedAt: momentOf(n) });
    equal(first, { comment: sampleComment(5), item: stampOf(1) }, 'a comment with its item');
    equal(trashed?.item, stampOf(2), 'the stamp of an item in the trash');
  },

  'comments are added to items in content and in the trash, what is stored stays': async (
    store,
  ) => {
    const { comments } = await withHistory(store, 2);
    ok(await store.commit([trashingOf(sampleContent(2))]), 'trashed');
    await insertComments(store, [sampleComment(1)]);
    const trashed = { contentId: contentId(2) };
    const text = mentioning(1);
    const given = [
      sampleComment(1, { text: 'Another text' }),
      sampleReply(2, 1, { authorId: userId(9), editedAt: momentOf(4), text }),
      sampleComment(3, { ...trashed, place, resolvedAt: momentOf(5), resolvedBy: userId(1) }),
      sampleReply(4, 3, trashed),
      sampleReply(5, 3),
      sampleReply(6, 4, trashed),
      sampleComment(7, { contentId: contentId(9) }),
      sampleComment(3, trashed),
    ];
    const added = await comments.add(given, muchRoom);
    equal(added, [false, true, true, true, false, false, false, false], 'the result');
    const stored = (await comments.listAfter(undefined, 10)).map(({ comment }) => comment);
    equal(stored, [sampleComment(1), given[1], given[2], given[3]], 'what is stored');
    equal(await mentionsOf(store, 1), ids(2), 'the mentions');
    equal(
      await comments.add(given, muchRoom),
      given.map(() => false),
      'added again',
    );
    equal(await comments.add([], muchRoom), [], 'none');
  },

  'an item gets no more added comments than there is room for': async (store) => {
    const { comments } = await withHistory(store, 2);
    await insertComments(store, [sampleComment(1)]);
    const given = [
      sampleReply(2, 1),
      sampleComment(3),
      sampleComment(4),
      sampleComment(5, { contentId: contentId(2) }),
    ];
    equal(await comments.add(given, 3), [true, true, false, true], 'the result');
    equal(await allOf(store), ids(1, 2, 3, 5), 'what is stored');
  },
});
