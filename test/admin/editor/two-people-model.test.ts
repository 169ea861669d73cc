import { beforeEach, describe, expect, test } from 'vitest';
import type { Cms, UserActor } from '../../../core/index.ts';
import { account } from '../../../adapters/admin/shell/session.ts';
import { sessionApi } from '../../../adapters/admin/api/client.ts';
import { watchChanges } from '../../../adapters/admin/api/live-changes.ts';
import type { Editing } from '../../../adapters/admin/screens/editor/model/editing.ts';
import { readSavers } from '../../../adapters/admin/screens/editor/model/read-savers.ts';
import { nameOfSaver } from '../../../adapters/admin/screens/editor/model/savers.ts';
import { readState } from '../../../adapters/admin/screens/editor/model/item-requests.ts';
import { saveProgress } from '../../../adapters/admin/screens/editor/model/save-progress.ts';
import { operator } from '../../../core/index.ts';
import { createArticle, dataOf } from '../../support/admin/admin-articles.ts';
import { createLanding } from '../../support/admin/admin-blocks.ts';
import { copyDataOf, hasCopy, publishedArticle } from '../../support/admin/admin-copies.ts';
import { editItem, type } from '../../support/admin/edited-items.ts';
import { modelWorld } from '../../support/admin/model-world.ts';

/** An editor beside the administrator of the model. */
const createEva = async (cms: Cms, firstName = 'Eva'): Promise<UserActor> => {
  const { user } = await cms.users.create(operator, {
    email: `${firstName.toLowerCase()}@example.com`,
    password: 'correct horse battery',
    role: 'editor',
    firstName,
    lastName: 'Berg',
  });
  return { kind: 'user', userId: user.id, sessionId: 'another', role: 'editor', grants: [] };
};

const knowAccount = async (): Promise<void> => {
  account.value = (await sessionApi.getAccount()).body.user;
};

const body = (...paragraphs: readonly string[]) => ({
  summary: 's',
  body: paragraphs.join('\n\n'),
});

const saverOf = (editing: Editing): string =>
  nameOfSaver(editing.savedByOthers.value?.last ?? { author: null, at: 0 });

beforeEach(() => {
  account.value = undefined;
});

describe('two people who change different paragraphs of one text', () => {
  test('both keep what they wrote, and nobody is asked', async () => {
    using world = await modelWorld();
    const eva = await createEva(world.cms);
    const { id } = await createArticle(world.cms, 'Text', body('One', 'Two', 'Three'));
    const editing = await editItem(id);
    type(editing, 'body', 'One, mine\r\n\nTwo\n\nThree');
    await world.cms.content.update(eva, id, { data: body('One', 'Two', 'Three, Eva', 'Four') });
    expect(await editing.save()).toBe(true);
    expect(editing.pending.value).toBe(undefined);
    const both = 'One, mine\r\n\nTwo\n\nThree, Eva\n\nFour';
    expect(editing.read(['body'])).toBe(both);
    expect(await dataOf(world.cms, id)).toEqual({ summary: 's', body: both });
  });

  test('decide only about the paragraph that both changed', async () => {
    using world = await modelWorld();
    const eva = await createEva(world.cms);
    const { id } = await createArticle(world.cms, 'Text', body('One', 'Two', 'Three'));
    const editing = await editItem(id);
    type(editing, 'body', 'One, mine\n\nTwo, mine\n\nThree');
    await world.cms.content.update(eva, id, { data: body('One', 'Two, Eva', 'Three, Eva') });
    expect(await editing.save()).toBe(false);
    const theirs = editing.pending.value?.conflicts[0]?.theirs;
    expect(theirs).toBe('One, mine\n\nTwo, Eva\n\nThree, Eva');
    expect(await editing.resolve(new Map([['data.body', theirs]]))).toBe(true);
    expect((await dataOf(world.cms, id))['body']).toBe(theirs);
  });

  test('publish a copy beside what was published meanwhile', async () => {
    using world = await modelWorld();
    const eva = await createEva(world.cms);
    const { id } = await publishedArticle(world.cms, 'Text', body('One', 'Two', 'Three'));
    const editing = await editItem(id);
    type(editing, 'body', 'One, mine\n\nTwo\n\nThree');
    expect(await editing.save()).toBe(true);
    await world.cms.content.update(eva, id, { data: body('One', 'Two', 'Three, Eva') });
    expect(await editing.save('published')).toBe(true);
    const both = 'One, mine\n\nTwo\n\nThree, Eva';
    expect((await dataOf(world.cms, id))['body']).toBe(both);
    expect(await hasCopy(world.cms, id)).toBe(false);
    expect(editing.read(['body'])).toBe(both);
  });

  test('are asked if both copies changed the same paragraph', async () => {
    using world = await modelWorld();
    const eva = await createEva(world.cms);
    const { id } = await publishedArticle(world.cms, 'Text', body('One', 'Two'));
    const editing = await editItem(id);
    type(editing, 'body', 'One\n\nTwo, mine');
    await editing.save();
    await world.cms.content.update(eva, id, { data: body('One, Eva', 'Two, Eva') });
    expect(await editing.save('published')).toBe(false);
    expect(editing.pending.value?.isOutdated).toBe(true);
    expect(await copyDataOf(world.cms, id)).toEqual(body('One', 'Two, mine'));
  });
});

describe('two people who change different paragraphs of a text in a block', () => {
  const hero = (...paragraphs: readonly string[]) => ({
    type: 'hero',
    id: 'a',
    heading: 'Tides',
    intro: paragraphs.join('\n\n'),
  });
  const quote = { type: 'quote', id: 'b', text: 'The sea is never still.' };
  const page = (...paragraphs: readonly string[]) => [hero(...paragraphs), quote];

  test('both keep what they wrote: the field is saved as a whole, for the version that has both', async () => {
    using world = await modelWorld();
    const eva = await createEva(world.cms);
    const { id } = await createLanding(world.cms, page('One', 'Two', 'Three'));
    const editing = await editItem(id);
    type(editing, 'sections', page('One, mine', 'Two', 'Three'));
    const hers = { sections: page('One', 'Two', 'Three, Eva', 'Four') };
    await world.cms.content.update(eva, id, { data: hers });
    const { etag } = (await readState(id)).stored;
    expect(await editing.save()).toBe(true);
    const both = page('One, mine', 'Two', 'Three, Eva', 'Four');
    expect(editing.read(['sections'])).toEqual(both);
    expect(await dataOf(world.cms, id)).toEqual({ sections: both });
    const written = world.requests.findLast(({ method }) => method === 'PUT');
    expect(written?.headers.get('If-Match')).toBe(etag);
  });

  test('decide only about the paragraph that both changed', async () => {
    using world = await modelWorld();
    const eva = await createEva(world.cms);
    const { id } = await createLanding(world.cms, page('One', 'Two', 'Three'));
    const editing = await editItem(id);
    type(editing, 'sections', page('One, mine', 'Two, mine', 'Three'));
    const hers = { sections: page('One', 'Two, Eva', 'Three, Eva') };
    await world.cms.content.update(eva, id, { data: hers });
    expect(await editing.save()).toBe(false);
    const [conflict] = editing.pending.value?.conflicts ?? [];
    expect(conflict?.blocks?.conflicts).toEqual(['a']);
    expect(conflict?.blocks?.versions.mine.get('a')).toEqual(
      hero('One, mine', 'Two, mine', 'Three, Eva'),
    );
    expect(conflict?.blocks?.versions.theirs.get('a')).toEqual(
      hero('One, mine', 'Two, Eva', 'Three, Eva'),
    );
    expect(await dataOf(world.cms, id)).toEqual(hers);
  });

  test('publish a copy beside what was published meanwhile', async () => {
    using world = await modelWorld();
    const eva = await createEva(world.cms);
    const { id } = await createLanding(world.cms, page('One', 'Two', 'Three'));
    await world.cms.content.update(operator, id, { status: 'published' });
    const editing = await editItem(id);
    type(editing, 'sections', page('One, mine', 'Two', 'Three'));
    expect(await editing.save()).toBe(true);
    await world.cms.content.update(eva, id, { data: { sections: page('One', 'Two', 'Eva') } });
    expect(await editing.save('published')).toBe(true);
    const both = page('One, mine', 'Two', 'Eva');
    expect(await dataOf(world.cms, id)).toEqual({ sections: both });
    expect(await hasCopy(world.cms, id)).toBe(false);
  });
});

describe('who saved', () => {
  test('is named for each field, and the other tab of the own account', async () => {
    using world = await modelWorld();
    await knowAccount();
    const [eva, jo] = [await createEva(world.cms), await createEva(world.cms, 'Jo')];
    const { id } = await createArticle(world.cms, 'Text', { summary: 's', body: 'b' });
    await world.cms.content.update(jo, id, { data: { summary: 'Jo', body: 'b' } });
    await world.cms.content.update(eva, id, { data: { summary: 'Jo', body: 'Eva' } });
    const savers = await readSavers(await readState(id));
    expect(nameOfSaver(savers?.last)).toBe('Eva Berg');
    expect(nameOfSaver(savers?.byPath.get('data.summary'))).toBe('Jo Berg');
    expect(nameOfSaver(savers?.byPath.get('data.body'))).toBe('Eva Berg');
    await (await editItem(id)).setStatus('archived');
    const own = await readSavers(await readState(id));
    expect(nameOfSaver(own?.last)).toBe('You, in another tab,');
  });

  test('of a working copy is named, and nobody if the account is gone', async () => {
    using world = await modelWorld();
    await knowAccount();
    const eva = await createEva(world.cms);
    const { id } = await publishedArticle(world.cms, 'Text', { summary: 's' });
    const { updatedAt } = await world.cms.drafts.save(eva, id, { data: { summary: 'Eva' } });
    const savers = await readSavers(await readState(id));
    expect(savers?.last.at).toBe(updatedAt);
    expect(nameOfSaver(savers?.last)).toBe('Eva Berg');
    await world.cms.users.delete(operator, eva.userId);
    const later = await readSavers(await readState(id));
    expect(nameOfSaver(later?.last)).toBe('Somebody else');
  });

  test('is part of the question about a conflict, and of the state of the save', async () => {
    using world = await modelWorld();
    const eva = await createEva(world.cms);
    const { id } = await createArticle(world.cms, 'Text', { summary: 's' });
    const editing = await editItem(id);
    type(editing, 'summary', 'mine');
    await world.cms.content.update(eva, id, { data: { summary: 'Eva' } });
    await editing.save();
    await expect.poll(() => editing.pending.value?.savers?.last.author?.name).toBe('Eva Berg');
    expect(saveProgress(editing).text).toBe('Not saved: Eva Berg changed the same text');
  });
});

describe('an open form', () => {
  test('takes over what somebody else saved, and says who', async () => {
    using world = await modelWorld();
    const eva = await createEva(world.cms);
    const { id } = await createArticle(world.cms, 'Text', body('One', 'Two'));
    const editing = await editItem(id);
    await editing.refresh();
    expect(editing.savedByOthers.value).toBe(undefined);
    await world.cms.content.update(eva, id, { title: 'Hers', data: body('One', 'Two, Eva') });
    await editing.refresh();
    expect(editing.text.value.title).toBe('Hers');
    expect(editing.read(['body'])).toBe('One\n\nTwo, Eva');
    expect([editing.isChanged.value, editing.takenOver.value]).toEqual([false, []]);
    expect(saverOf(editing)).toBe('Eva Berg');
  });

  test('merges that with what is typed, and asks nothing until both changed the same', async () => {
    using world = await modelWorld();
    const eva = await createEva(world.cms);
    const { id } = await createArticle(world.cms, 'Text', body('One', 'Two'));
    const editing = await editItem(id);
    type(editing, 'body', 'One, mine\n\nTwo');
    await world.cms.content.update(eva, id, { data: body('One', 'Two, Eva') });
    await editing.refresh();
    expect(editing.read(['body'])).toBe('One, mine\n\nTwo, Eva');
    expect([editing.isChanged.value, editing.isWriting.value]).toEqual([true, false]);
    expect(await dataOf(world.cms, id)).toEqual(body('One', 'Two, Eva'));
    await world.cms.content.update(eva, id, { data: body('One, Eva', 'Two, Eva') });
    await editing.refresh();
    expect(editing.pending.value?.conflicts).toMatchObject([
      { path: 'data.body', mine: 'One, mine\n\nTwo, Eva', theirs: 'One, Eva\n\nTwo, Eva' },
    ]);
    expect(editing.isDeciding.value).toBe(false);
    expect(editing.read(['body'])).toBe('One, mine\n\nTwo, Eva');
  });

  test('follows a working copy that somebody else began, changed and removed', async () => {
    using world = await modelWorld();
    const eva = await createEva(world.cms);
    const { id } = await publishedArticle(world.cms, 'Text', body('One', 'Two'));
    const editing = await editItem(id);
    await world.cms.drafts.save(eva, id, { data: body('One', 'Two, Eva') });
    await editing.refresh();
    expect(editing.read(['body'])).toBe('One\n\nTwo, Eva');
    expect([editing.isUnpublished.value, editing.isChanged.value]).toEqual([true, false]);
    expect(saverOf(editing)).toBe('Eva Berg');
    await world.cms.drafts.discard(eva, id);
    await editing.refresh();
    expect(editing.read(['body'])).toBe('One\n\nTwo');
    expect(editing.isUnpublished.value).toBe(false);
  });

  test('finds that the item was deleted', async () => {
    using world = await modelWorld();
    const { id } = await createArticle(world.cms, 'Text', body('One'));
    const editing = await editItem(id);
    await world.cms.content.delete(operator, id);
    await editing.refresh();
    expect(editing.isGone.value).toBe(true);
  });

  test('is told of each change in its collection, and not of what happened before', async () => {
    using world = await modelWorld();
    const { id } = await createArticle(world.cms, 'Text', body('One'));
    const told: (string | undefined)[] = [];
    const stop = watchChanges('articles', (change) => told.push(change?.id));
    const other = watchChanges('articles', () => undefined);
    await expect.poll(() => told).toEqual([undefined]);
    await world.cms.content.update(operator, id, { title: 'Changed' });
    await expect.poll(() => told).toEqual([undefined, id]);
    const readers = world.requests.filter(({ url }) => url.includes('/api/changes'));
    // The end of the feed, what came after it, and what will come.
    expect(readers.length).toBeLessThanOrEqual(3);
    other();
    stop();
  });
});
