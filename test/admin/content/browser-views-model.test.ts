import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { api } from '../../../adapters/admin/api/client.ts';
import { moveViews } from '../../../adapters/admin/screens/content/views/browser-views.ts';
import { isOwn, readViews } from '../../../adapters/admin/screens/content/views/saved-views.ts';
import { account } from '../../../adapters/admin/shell/session.ts';
import { modelWorld } from '../../support/admin/model-world.ts';

describe('the views that a browser has from before', () => {
  let stored: Record<string, string>;
  const key = (): string => `quoin-views:${account.value?.id ?? ''}`;
  const inBrowser = (): readonly { name: string; query: string }[] =>
    JSON.parse(stored[key()] ?? '[]') as [];
  const keep = (views: readonly (readonly [name: string, query: string])[]): void => {
    stored[key()] = JSON.stringify(views.map(([name, query]) => ({ name, query })));
  };

  beforeEach(() => {
    stored = {};
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => stored[name] ?? null,
      setItem: (name: string, value: string) => {
        stored[name] = value;
      },
    });
  });
  afterEach(() => {
    account.value = undefined;
  });

  const signedIn = async () => {
    const world = await modelWorld();
    account.value = (await api.getAccount()).body.user;
    return world;
  };

  test('move to the account, under names that are free', async () => {
    using _ = await signedIn();
    await api.createView({ body: { name: 'Drafts', query: { status: 'published' } } });
    await api.createView({ body: { name: 'Same', query: { q: 'sea' } } });
    keep([
      ['Drafts', 'status=draft'],
      ['Same', 'q=sea'],
      [`A\u0007${'x'.repeat(99)}`, 'collection=products&where%5Bdata.price%5D%5Bgte%5D=5'],
    ]);
    await moveViews((await readViews()).filter(isOwn));
    expect(inBrowser()).toEqual([]);
    const views = await readViews();
    expect(views.map(({ name, query, shared }) => ({ name, query, shared }))).toEqual([
      {
        name: `A ${'x'.repeat(78)}`,
        query: { collection: 'products', 'where[data.price][gte]': '5' },
        shared: false,
      },
      { name: 'Drafts', query: { status: 'published' }, shared: false },
      { name: 'Drafts (2)', query: { status: 'draft' }, shared: false },
      { name: 'Same', query: { q: 'sea' }, shared: false },
    ]);
  });

  test('stay in the browser as long as the service does not have them', async () => {
    using world = await signedIn();
    keep([
      ['One', 'status=draft'],
      ['Refused', `q=${'x'.repeat(1_001)}`],
      ['Two', 'q=two'],
    ]);
    world.disconnect();
    await expect(moveViews([])).rejects.toThrow();
    expect(inBrowser()).toHaveLength(3);
    await world.connect();
    await expect(moveViews([])).rejects.toMatchObject({ code: 'invalid_input' });
    expect(inBrowser().map(({ name }) => name)).toEqual(['Refused']);
    expect((await readViews()).map(({ name }) => name)).toEqual(['One', 'Two']);
  });
});
