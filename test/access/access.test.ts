import { describe, expect, test } from 'vitest';
import {
  anonymous,
  authorize,
  may,
  operator,
  roleFor,
  type Actor,
  type UserActor,
} from '../../core/index.ts';
import { audienceOf, inScope, isVisible } from '../../core/store.ts';
import { defaultSettings, rights, type Action, type Role } from '../../core/vocabulary.ts';

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
  const token: Actor = { kind: 'token', tokenId: 't', scope: 'all' };
  const scoped = (scope: readonly string[]): Actor => ({ ...token, scope });
  const actors = {
    anonymous,
    token,
    inScope: scoped(['here']),
    outOfScope: scoped(['there']),
    emptyScope: scoped([]),
    previewToken: { ...token, readsDrafts: true },
    bearer: { ...user('viewer'), kind: 'preview', previewId: 'p', contentId: undefined, stamp: '' },
    viewer: user('viewer'),
    operator,
  } as const satisfies Readonly<Record<string, Actor>>;

  /** Codes of the denials; `1` for what is allowed. Independent of the code. */
  const columns = Object.keys(actors) as readonly (keyof typeof actors)[];
  const table = `
    read             1 1 1 X X 1 1 1 1
    create           A R R R R R F F 1
    edit             A R R R R R F F 1
    delete           A R R R R R F F 1
    administer       A R R R R R F F 1
    read_media       A F F F F F F 1 1
    read_authors     A F F F F F F 1 1
    read_history     A F F F F F F 1 1
    read_references  A F F F F F F 1 1
    read_schedules   A F F F F F F 1 1
    read_summaries   A F F F F F F 1 1
    read_translations A F F F F F F 1 1
    read_comments    A F F F F F F 1 1
    write_comments   A R R R R R F 1 1
    read_drafts      F F F F F 1 1 1 1
    use_own_account  A F F F F F F 1 A`;
  const codes: Readonly<Record<string, string>> = {
    A: 'not_authenticated',
    F: 'forbidden',
    R: 'token_read_only',
    X: 'token_scope',
  };
  const rows = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ +/));

  test('the table has every right', () => {
    expect(rows.map(([action]) => action)).toEqual(Object.keys(rights));
  });

  for (const [action = '', ...cells] of rows) {
    for (const [index, name] of columns.entries()) {
      const code = codes[cells[index] ?? ''];
      test(`${action} of ${name}: ${code ?? 'allowed'}`, () => {
        const decision = may(actors[name], action as Action, { collection: here });
        expect(decision.allowed ? undefined : decision.denial.code).toBe(code);
      });
    }
  }

  test.each([
    ['read_media', token, 'Access denied: API tokens cannot read the media library'],
    ['read_authors', token, 'Access denied: API tokens cannot read who created content'],
    ['read', actors.outOfScope, "Access denied: token is not authorized for collection 'posts'"],
    ['create', anonymous, 'Authentication required'],
    ['create', user('viewer'), 'Access denied: your role does not permit this'],
    ['use_own_account', token, 'Access denied: an API token has no account'],
  ] as const)('the sentence for %s says why', (action, actor, message) => {
    expect(() => authorize(actor, action, { collection: here })).toThrow(message);
  });
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
            const collectionStates = isActive
              ? undefined
              : [
                  { id: here.id, isActive },
                  { id: there.id, isActive: true },
                ];
            const audience = audienceOf(actor, { settings, collectionStates });
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
    const { scope } = audienceOf(actor, { settings, collectionStates: undefined });
    for (const collection of [here, there]) {
      expect(may(actor, 'read', { collection }).allowed, JSON.stringify(actor)).toBe(
        inScope(scope, collection.id),
      );
    }
  }
});
