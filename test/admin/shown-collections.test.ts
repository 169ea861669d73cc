import { afterEach, describe, expect, test } from 'vitest';
import type { OwnAccountDto } from '../../contracts/schemas/account-schemas.ts';
import { account } from '../../adapters/admin/shell/session.ts';
import { everyCollection, shownCollections } from '../../adapters/admin/shell/shown-collections.ts';
import { roles } from '../../core/vocabulary.ts';

const collections = ['pages', 'partners', 'posts'].map((name) => ({ name }));

describe('the navigation', () => {
  afterEach(() => {
    account.value = undefined;
  });

  /** The names of the collections that it shows. */
  const shownTo = (
    role: OwnAccountDto['role'],
    permissions: OwnAccountDto['permissions'],
  ): readonly string[] => {
    account.value = { role, permissions } as OwnAccountDto;
    return shownCollections(collections).map(({ name }) => name);
  };
  const all = collections.map(({ name }) => name);

  test('shows a viewer with roles in collections only these', () => {
    expect(shownTo('viewer', [{ collection: 'partners', role: 'viewer' }])).toEqual(['partners']);
    // The list of content has more.
    expect(everyCollection()).toBe('All content');
  });

  test('shows all others every collection', () => {
    expect(shownTo('viewer', [])).toEqual(all);
    expect(everyCollection()).toBe('All collections');
    for (const role of roles.filter((each) => each !== 'viewer')) {
      expect(shownTo(role, [{ collection: 'partners', role: 'viewer' }])).toEqual(all);
    }
  });
});
