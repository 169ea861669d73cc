import { describe, expect, test } from 'vitest';
import type { CollectionDto } from '../../../contracts/schemas/collection.ts';
import {
  closingEffects,
  openingEffects,
} from '../../../adapters/admin/screens/collections/access/access-effects.ts';
import { restOf } from '../../../adapters/admin/screens/collections/access/rest-of.ts';
import {
  detailsOf,
  withStoredAccess,
} from '../../../adapters/admin/screens/collections/model/details.ts';

const exactly = (count: number) => ({ count, isLowerBound: false });
const atLeast = (count: number) => ({ count, isLowerBound: true });

describe('the question before a collection is closed', () => {
  const readers =
    '3 accounts go on seeing it: admins, editors, and people with a role in it. Other accounts do not.';
  const effects = (items: number, referrers = exactly(0), unpublished?: number, isActive = true) =>
    closingEffects({
      report: {
        items: exactly(items),
        redirects: exactly(0),
        referrers,
        users: { count: 3, granted: [] },
      },
      isActive,
      unpublished: unpublished === undefined ? undefined : exactly(unpublished),
    });

  test('says how much visitors lose, and how many links lead nowhere', () => {
    expect(effects(1_200, exactly(1))).toEqual([
      '1,200 published items disappear for visitors, and for websites that read without an API token that names the collection.',
      '1 item of a public collection links to it. For visitors, such links lead nowhere then.',
      readers,
    ]);
    expect(effects(1, atLeast(10_000))).toEqual([
      expect.stringMatching(/^1 published item disappears for visitors/),
      expect.stringMatching(/^10,000\+ items of public collections link to it/),
      readers,
    ]);
    expect(effects(0)).toEqual(['It has no published items.', readers]);
  });

  test('does not say that there are no links if the service could not count them', () => {
    expect(effects(0, atLeast(0))[1]).toMatch(/may link to it/);
  });

  test('counts drafts only if everybody reads them', () => {
    expect(effects(1, exactly(0), 3)).toContain(
      '3 items that are not published disappear for them, too. The settings let everybody read drafts.',
    );
    expect(effects(1, exactly(0), 0)).toHaveLength(2);
  });

  test('of an inactive one, says that visitors do not see it now', () => {
    expect(effects(5, exactly(5), 5, false)).toEqual([
      expect.stringMatching(/is inactive/),
      readers,
    ]);
  });
});

describe('the question before a collection is opened', () => {
  const effects = (items: number, redirects = 0, unpublished?: number, isActive = true) =>
    openingEffects({
      report: {
        items: exactly(items),
        redirects: exactly(redirects),
        referrers: exactly(7),
        users: { count: 1, granted: [] },
      },
      isActive,
      unpublished: unpublished === undefined ? undefined : exactly(unpublished),
    });
  const last = 'Making it private again does not take back what somebody has read.';

  test('says what everybody can read, redirects and drafts included', () => {
    expect(effects(2, 3, 1)).toEqual([
      '2 published items become readable by everybody, without signing in.',
      '3 redirects from former slugs become public, too.',
      '1 item that is not published becomes readable, too. The settings let everybody read drafts.',
      'Its name and its fields become public.',
      last,
    ]);
    expect(effects(1, 1)[1]).toBe('1 redirect from a former slug becomes public, too.');
    expect(effects(0)).toEqual([
      'It has no published items yet.',
      'Its name and its fields become public.',
      last,
    ]);
  });

  test('of an inactive one, says that nothing is shown before it is active', () => {
    expect(effects(2, 2, 2, false)).toEqual([expect.stringMatching(/once it is active/), last]);
  });
});

test('a long list of people ends with the number of others', () => {
  const people = (count: number) => Array.from({ length: count }, (_, index) => index);
  expect(restOf(people(8))).toEqual({ shown: people(8), others: '' });
  expect(restOf(people(9))).toEqual({ shown: people(7), others: 'and 2 others' });
  // The service names no more.
  expect(restOf(people(100)).others).toBe('and 93 others or more');
});

describe('unsaved work in the builder', () => {
  const collection: CollectionDto = {
    id: 'a',
    name: 'partners',
    displayName: 'Partners',
    description: '',
    schema: { type: 'object', properties: {}, required: [] },
    isActive: true,
    access: 'public',
    created_at: 1,
    updated_at: 1,
  };
  const details = detailsOf(collection);

  test('shows that somebody closed the collection meanwhile, unless it changed that itself', () => {
    const work = { saved: collection, details: { ...details, displayName: 'Friends' } };
    const closed = withStoredAccess(work, { access: 'private' });
    expect(closed.details).toEqual({ ...work.details, access: 'private' });
    expect(closed.saved.access).toBe('private');
    const closing = { ...work, details: { ...work.details, access: 'private' as const } };
    expect(withStoredAccess(closing, { access: 'public' })).toEqual(closing);
  });

  test('of an earlier page, which did not know who can read it, leaves it as it is', () => {
    const { access: _, ...saved } = collection;
    const { access: __, ...former } = details;
    const work = { saved, details: former as typeof details };
    expect(withStoredAccess(work, { access: 'private' }).details.access).toBe('private');
  });
});
