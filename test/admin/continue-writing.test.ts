import { expect, test } from 'vitest';
import {
  firstWords,
  readLastWritten,
} from '../../adapters/admin/screens/dashboard/continue-writing.ts';
import { readRecentChanges } from '../../adapters/admin/screens/dashboard/recent-changes.ts';
import { api } from '../../adapters/admin/api/client.ts';
import { operator } from '../../core/index.ts';
import { createArticle } from '../support/admin/admin-articles.ts';
import { modelWorld } from '../support/admin/model-world.ts';

test('the first words of a text have no marks', () => {
  expect(firstWords('# Pools\n\n![a](b.png)\n\n- The **tide** of [today](x)')).toBe(
    'Pools The tide of today',
  );
  expect(firstWords('<h2>Pools</h2><p>The <em>tide</em></p>')).toBe('Pools The tide');
  expect(firstWords('tide '.repeat(40))).toBe(`${'tide '.repeat(30)}…`);
  expect(firstWords('')).toBe('');
});

test('what was written last begins with the first text that has words, as it is being written', async () => {
  using world = await modelWorld();
  const { id } = await createArticle(world.cms, 'Pools', { summary: '', body: '**Low** tide' });
  const drafts = (await api.listSummaries({ query: {} })).body.data;
  const collections = (await api.listCollections()).body.data;
  const last = await readLastWritten(drafts, [], collections);
  expect(last).toMatchObject({ id, title: 'Pools', words: 'Low tide', picture: undefined });
  expect(await readLastWritten([], [], collections)).toBe(undefined);
  const change = { ...drafts[0]!, updated_at: drafts[0]!.updated_at + 1, title: 'Rewritten' };
  expect((await readLastWritten(drafts, [change as never], collections))?.title).toBe('Rewritten');
  await world.cms.content.delete(operator, id);
  expect(await readLastWritten(drafts, [], collections)).toBe(undefined);
});

test('a recent change names who made it, by first and last name', async () => {
  using world = await modelWorld();
  const { id } = await createArticle(world.cms, 'Pools', { summary: 's' });
  const nobody = await readRecentChanges();
  expect(nobody.map(({ changedBy }) => changedBy)).toEqual([undefined]);
  const { user } = await world.cms.users.create(operator, {
    email: 'eva@example.com',
    password: 'correct horse battery',
    role: 'editor',
    firstName: 'Eva',
    lastName: 'Berg',
  });
  const eva = {
    kind: 'user',
    userId: user.id,
    sessionId: 'a',
    role: 'editor',
    grants: [],
  } as const;
  await world.cms.content.update(eva, id, { title: 'Tidal pools' });
  expect((await readRecentChanges()).map(({ changedBy }) => changedBy)).toEqual(['Eva Berg']);
});
