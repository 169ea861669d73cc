import { describe, expect, test } from 'vitest';
import { comingFrom, operator } from '../../core/index.ts';
import type { AuditFilter } from '../../core/store.ts';
import { auditActions, day, hour, type AuditEntry } from '../../core/vocabulary.ts';
import { times } from '../conformance/cases.ts';
import {
  coreWorld,
  goodPassword,
  rejectsWith,
  type CoreWorld,
} from '../support/core/core-world.ts';

/** The whole audit, oldest first. */
const auditOf = async (
  { cms }: Pick<CoreWorld, 'cms'>,
  { actorId: actor, ...find }: AuditFilter = {},
): Promise<readonly AuditEntry[]> => {
  const entries: AuditEntry[] = [];
  for await (const entry of await cms.audit.export(operator, { ...find, actor }))
    entries.push(entry);
  return entries.toReversed();
};

interface AuditPage {
  readonly entries: readonly AuditEntry[];
  readonly cursor: string | undefined;
}

const actionsIn = (entries: readonly AuditEntry[]) => entries.map(({ action }) => action);

test('an entry says who did what to which resource, when, and from which address', async () => {
  const world = await coreWorld();
  const editor = await world.person('editor');
  const actor = comingFrom(editor, '192.0.2.7');
  const { id } = await world.cms.content.create(actor, {
    collectionId: world.posts.id,
    title: 'A secret title',
    slug: 'one',
    data: { excerpt: 'A secret text' },
  });
  const entries = await auditOf(world);
  expect(entries).toEqual([
    {
      number: 1,
      at: expect.any(Number),
      action: 'content.create',
      id,
      detail: 'one',
      by: { kind: 'user', id: editor.userId, address: '192.0.2.7' },
    },
  ]);
  expect(Math.abs(Date.now() - entries[0]!.at)).toBeLessThan(hour);
  expect(JSON.stringify(entries)).not.toMatch(/secret/);
});

test('only admins read it', async () => {
  const { cms, person } = await coreWorld();
  await rejectsWith('forbidden', cms.audit.list(await person('editor'), {}));
  await rejectsWith('forbidden', cms.audit.export(await person('editor'), {}));
  expect(await cms.audit.list(await person('admin'), {})).toMatchObject({ entries: [] });
});

describe('logins', () => {
  test('are recorded with their account, without the address and password that were tried', async () => {
    const world = await coreWorld();
    const { user } = await world.member('viewer');
    const client = '203.0.113.9';
    const wrong = { password: 'wrong password', client };
    await rejectsWith(
      'invalid_credentials',
      world.cms.accounts.logIn({ ...wrong, email: user.email }),
    );
    await rejectsWith(
      'invalid_credentials',
      world.cms.accounts.logIn({ ...wrong, email: 'a@b.de' }),
    );
    await world.cms.accounts.logIn({ email: user.email, password: goodPassword, client });
    const entries = await auditOf(world, { resource: 'session' });
    expect(entries.slice(1)).toMatchObject([
      { action: 'session.reject', id: user.id, by: { kind: 'anonymous', address: client } },
      { action: 'session.reject', by: { kind: 'anonymous', address: client } },
      { action: 'session.create', id: user.id, by: { kind: 'user', id: user.id, address: client } },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/wrong|a@b|@example/);
  });

  test('that fail cannot fill it', async () => {
    const world = await coreWorld();
    for (const n of times(130, (index) => index)) {
      const attempt = { email: 'none', password: goodPassword, client: `10.0.0.${n}` };
      await rejectsWith('invalid_credentials', world.cms.accounts.logIn(attempt));
    }
    expect(await auditOf(world, { action: 'session.reject' })).toHaveLength(100);
    world.clock.advance(hour);
    const late = { email: 'none', password: goodPassword, client: '10.1.0.1' };
    await rejectsWith('invalid_credentials', world.cms.accounts.logIn(late));
    expect(await auditOf(world, { action: 'session.reject' })).toHaveLength(101);
  });
});

test('saves of one author in a row are one entry', async () => {
  const world = await coreWorld();
  const [one, two] = [await world.person('editor'), await world.person('editor')];
  const { id } = await world.write(one, { status: 'published' });
  for (const actor of [one, one, two, two, one]) {
    await world.cms.drafts.save(actor, id, { title: `Title ${Math.random()}` });
  }
  const saves = await auditOf(world, { action: 'draft.save', id });
  expect(saves.map(({ by }) => by.id)).toEqual([one.userId, two.userId, one.userId]);
  const { id: draft } = await world.write(one);
  for (const n of times(3, (index) => index)) {
    await world.cms.content.update(one, draft, { title: `Saved ${n}` }, undefined, {
      isAutosave: true,
    });
  }
  expect(actionsIn(await auditOf(world, { id: draft }))).toEqual([
    'content.create',
    'content.update',
  ]);
});

test('a planned change is made by the schedule, for the user who planned it', async () => {
  const world = await coreWorld();
  const editor = await world.person('editor');
  const { id, slug } = await world.write(editor);
  const now = Date.now();
  await world.ports.store.repositories.schedules.revise(id, () => [
    {
      contentId: id,
      action: 'publish',
      at: now - 1,
      reason: undefined,
      scheduledBy: editor.userId,
    },
  ]);
  await world.cms.schedule.runDue({ aborted: false });
  expect((await auditOf(world, { id })).at(-1)).toMatchObject({
    action: 'content.publish',
    detail: slug,
    by: { kind: 'schedule', id: editor.userId },
  });
});

test('a plan that changes nothing has no entry', async () => {
  const world = await coreWorld();
  const { id } = await world.write(await world.person('editor'));
  const plan = { publishAt: Date.now() + day };
  await world.cms.schedule.plan(operator, id, plan);
  await world.cms.schedule.plan(operator, id, plan);
  await world.cms.schedule.remove(operator, id);
  await world.cms.schedule.remove(operator, id);
  expect(actionsIn(await auditOf(world, { resource: 'schedule' }))).toEqual([
    'schedule.plan',
    'schedule.remove',
  ]);
});

test('a write that fails has no entry', async () => {
  const world = await coreWorld();
  const editor = await world.person('editor');
  await world.write(editor, { slug: 'taken' });
  const before = await auditOf(world);
  await rejectsWith('slug_taken', world.write(editor, { slug: 'taken' }));
  await rejectsWith('not_found', world.cms.apiTokens.revoke(operator, world.ports.ids.next()));
  await rejectsWith('not_found', world.cms.users.delete(operator, world.ports.ids.next()));
  const { trash } = world.cms;
  await rejectsWith('not_found', trash.delete(operator, world.ports.ids.next()));
  expect(await trash.empty(operator)).toBe(0);
  expect(await auditOf(world)).toEqual(before);
});

test('a write whose entry cannot be stored is not stored', async () => {
  const broken = async (): Promise<void> => {
    throw new Error('The audit is full');
  };
  const world = await coreWorld();
  const { store } = world.ports;
  const breakAudit = (repositories: typeof store.repositories) => ({
    ...repositories,
    audit: Object.assign(Object.create(repositories.audit) as typeof repositories.audit, {
      add: broken,
    }),
  });
  const cms = world.another({
    ports: {
      store: Object.assign(Object.create(store) as typeof store, {
        exclusively: (lock: 'accounts' | 'settings', work: (inside: never) => Promise<unknown>) =>
          store.exclusively(lock, (inside) => work(breakAudit(inside) as never)),
        atomically: (work: (inside: typeof store) => Promise<unknown>) =>
          store.atomically((inside) =>
            work(
              Object.assign(Object.create(inside) as typeof store, {
                repositories: breakAudit(inside.repositories),
              }),
            ),
          ),
      }),
    },
  });
  const person = await world.person('viewer');
  const tries = [
    cms.apiTokens.create(operator, { name: 'A token' }),
    cms.settings.update(operator, { siteName: 'Another' }),
    cms.users.update(operator, person.userId, { role: 'admin' }),
  ];
  for (const each of tries) await expect(each).rejects.toThrow('The audit is full');
  expect(await world.cms.apiTokens.list(operator)).toEqual([]);
  expect((await world.cms.settings.get(operator)).siteName).toBe('Quoin');
  expect((await world.cms.users.get(operator, person.userId)).user.role).toBe('viewer');
});

test('pages follow each other, and a cursor of something else is rejected', async () => {
  const world = await coreWorld();
  for (const _ of times(5, () => 0)) await world.write(await world.person('editor'));
  const seen: number[] = [];
  let after: string | undefined;
  do {
    const page: AuditPage = await world.cms.audit.list(operator, { limit: 2, after });
    seen.push(...page.entries.map(({ number }: AuditEntry) => number));
    after = page.cursor;
  } while (after !== undefined);
  expect(seen).toEqual([5, 4, 3, 2, 1]);
  for (const cursor of ['', 'x', '1', '1.2.3', '-1.2', `${'9'.repeat(16)}.1`]) {
    await rejectsWith('invalid_cursor', world.cms.audit.list(operator, { after: cursor }));
  }
  await rejectsWith('invalid_input', world.cms.audit.list(operator, { actor: 'nobody' }));
  await rejectsWith('invalid_input', world.cms.audit.list(operator, { from: 0.5 }));
});

test('entries outlive the events of the feed, and are bounded by number', async () => {
  const world = await coreWorld();
  const editor = await world.person('editor');
  for (const _ of times(5, () => 0)) await world.write(editor);
  const cms = world.another({ auditLimits: { ageMs: day, entries: 3 } });
  await cms.system.sweepEvents();
  expect((await auditOf(world)).map(({ number }) => number)).toEqual([3, 4, 5]);
});

test('an action names its resource', () => {
  expect(auditActions).toContain('content.publish');
  for (const action of auditActions) expect(action).toMatch(/^[a-z]+\.[a-z_]+$/);
});
