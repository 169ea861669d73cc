import { describe, expect, test } from 'vitest';
import {
  anonymous,
  audienceOf,
  defaultSettings,
  inScope,
  isVisible,
  may,
  operator,
  roleFor,
  type Action,
  type Actor,
  type DenialReason,
  type Role,
  type UserActor,
} from '../../core/index.ts';

const here = { id: 'here', name: 'posts' };
const there = { id: 'there', name: 'pages' };

const user = (role: Role, grants: UserActor['grants'] = []): UserActor => ({
  kind: 'user',
  userId: 'me',
  sessionId: 'session',
  role,
  grants,
});

/** The permission table of the contract, independent of the code. */
const table: readonly (readonly [Role, Action, 'own' | 'other', boolean])[] = [
  ['viewer', 'read', 'own', true],
  ['viewer', 'read', 'other', true],
  ['viewer', 'create', 'own', false],
  ['viewer', 'edit', 'own', false],
  ['viewer', 'edit', 'other', false],
  ['viewer', 'delete', 'own', false],
  ['viewer', 'delete', 'other', false],
  ['viewer', 'administer', 'other', false],
  ['author', 'read', 'other', true],
  ['author', 'create', 'own', true],
  ['author', 'edit', 'own', true],
  ['author', 'edit', 'other', false],
  ['author', 'delete', 'own', true],
  ['author', 'delete', 'other', false],
  ['author', 'administer', 'other', false],
  ['editor', 'read', 'other', true],
  ['editor', 'create', 'own', true],
  ['editor', 'edit', 'own', true],
  ['editor', 'edit', 'other', true],
  ['editor', 'delete', 'own', true],
  ['editor', 'delete', 'other', true],
  ['editor', 'administer', 'other', false],
  ['admin', 'read', 'other', true],
  ['admin', 'create', 'own', true],
  ['admin', 'edit', 'other', true],
  ['admin', 'delete', 'other', true],
  ['admin', 'administer', 'other', true],
];

describe('the permission table', () => {
  for (const [role, action, whose, allowed] of table) {
    test(`${role} ${allowed ? 'may' : 'may not'} ${action} ${whose} resources`, () => {
      const ownerId = whose === 'own' ? 'me' : 'somebody';
      expect(may(user(role), action, { collection: here, ownerId }).allowed).toBe(allowed);
    });
  }

  test('a resource without an owner is not the user’s own', () => {
    expect(may(user('author'), 'edit', { collection: here, ownerId: undefined }).allowed).toBe(
      false,
    );
  });
});

describe('grants', () => {
  test('a grant replaces the role in its collection only, higher or lower', () => {
    const raised = user('viewer', [{ collectionId: 'here', role: 'editor' }]);
    expect(may(raised, 'edit', { collection: here, ownerId: 'somebody' }).allowed).toBe(true);
    expect(may(raised, 'edit', { collection: there, ownerId: 'somebody' }).allowed).toBe(false);
    const lowered = user('editor', [{ collectionId: 'here', role: 'viewer' }]);
    expect(may(lowered, 'create', { collection: here }).allowed).toBe(false);
    expect(may(lowered, 'create', { collection: there }).allowed).toBe(true);
  });

  test('grants do not change the role of an admin', () => {
    expect(roleFor(user('admin', [{ collectionId: 'here', role: 'viewer' }]), 'here')).toBe(
      'admin',
    );
  });

  test('a grant of admin for one collection does not allow administering the service', () => {
    const actor = user('viewer', [{ collectionId: 'here', role: 'admin' }]);
    expect(may(actor, 'administer').allowed).toBe(false);
  });
});

describe('other actors', () => {
  const token = (scope: 'all' | readonly string[]): Actor => ({
    kind: 'token',
    tokenId: 't',
    scope,
  });
  const cases: readonly (readonly [string, Actor, Action, DenialReason | undefined])[] = [
    ['an anonymous caller reads', anonymous, 'read', undefined],
    ['an anonymous caller creates', anonymous, 'create', 'not_authenticated'],
    ['an anonymous caller administers', anonymous, 'administer', 'not_authenticated'],
    ['an unscoped token reads', token('all'), 'read', undefined],
    ['a token in scope reads', token(['here']), 'read', undefined],
    ['a token out of scope reads', token(['there']), 'read', 'token_scope'],
    ['a token with an empty scope reads', token([]), 'read', 'token_scope'],
    ['a token creates', token('all'), 'create', 'token_read_only'],
    ['a token edits', token('all'), 'edit', 'token_read_only'],
    ['a token deletes', token('all'), 'delete', 'token_read_only'],
    ['a token administers', token('all'), 'administer', 'token_read_only'],
    ['an anonymous caller reads authors', anonymous, 'read_authors', 'not_authenticated'],
    ['a token reads authors', token('all'), 'read_authors', 'token_authors'],
    ['a viewer reads authors', user('viewer'), 'read_authors', undefined],
    ['the operator reads authors', operator, 'read_authors', undefined],
    ['the operator administers', operator, 'administer', undefined],
    ['the operator deletes', operator, 'delete', undefined],
  ];
  for (const [name, actor, action, reason] of cases) {
    test(`${name}: ${reason ?? 'allowed'}`, () => {
      const decision = may(actor, action, { collection: here });
      expect(decision.allowed ? undefined : decision.reason).toBe(reason);
    });
  }
});

describe('visibility', () => {
  const readers: readonly (readonly [string, Actor])[] = [
    ['an anonymous caller', anonymous],
    ['an API token', { kind: 'token', tokenId: 't', scope: 'all' }],
    ['a viewer', user('viewer')],
    ['an admin', user('admin')],
    ['the operator', operator],
  ];
  for (const [name, actor] of readers) {
    for (const publicContent of ['all', 'published'] as const) {
      for (const status of ['draft', 'published', 'archived'] as const) {
        for (const isActive of [true, false]) {
          const isPublic = name === 'an anonymous caller' || name === 'an API token';
          const sees =
            !isPublic || (isActive && (publicContent === 'all' || status === 'published'));
          const where = isActive ? 'an active' : 'an inactive';
          test(`with ${publicContent}, ${name} ${sees ? 'sees' : 'does not see'} a ${status} item of ${where} collection`, () => {
            const settings = { ...defaultSettings, publicContent };
            const activeCollections = isActive ? 'all' : [there.id];
            const audience = audienceOf(actor, { settings, activeCollections });
            expect(isVisible(audience, { status, collectionId: here.id })).toBe(sees);
          });
        }
      }
    }
  }
});

test('the policy and the visibility agree on every collection', () => {
  const token = (scope: 'all' | readonly string[]): Actor => ({
    kind: 'token',
    tokenId: 't',
    scope,
  });
  const actors = [
    anonymous,
    operator,
    ...(['viewer', 'author', 'editor', 'admin'] as const).flatMap((role) => [
      user(role),
      user('editor', [{ collectionId: 'here', role }]),
    ]),
    ...(['all', [], ['here'], ['there'], ['here', 'there']] as const).map(token),
  ];
  for (const actor of actors) {
    const settings = { ...defaultSettings, publicContent: 'published' } as const;
    const { scope } = audienceOf(actor, { settings, activeCollections: 'all' });
    for (const collection of [here, there]) {
      expect(may(actor, 'read', { collection }).allowed, JSON.stringify(actor)).toBe(
        inScope(scope, collection.id),
      );
    }
  }
});
