import { describe, expect, test } from 'vitest';
import {
  anonymous,
  operator,
  type Actor,
  type Attempt,
  type Cms,
  type Hook,
} from '../../core/index.ts';
import {
  noId,
  type ExportedContent,
  type LineOutcome,
  type RestorableLine,
} from '../../core/vocabulary.ts';
import { altered } from '../support/core/altered.ts';
import { coreWorld, rejectsWith, type CoreWorld } from '../support/core/core-world.ts';
import { hook } from '../support/core/hook-world.ts';
import { addPeople, fillWithEverything } from '../support/import/everything.ts';

interface Exported {
  readonly records: readonly ExportedContent[];
  readonly lines: readonly RestorableLine[];
}

const exported = async ({ cms }: { readonly cms: Cms }): Promise<Exported> => {
  const records: ExportedContent[] = [];
  const lines: RestorableLine[] = [];
  await cms.transfer.exportEverything(
    operator,
    async (each) => {
      if (each.type === 'content') records.push(each.record);
    },
    async (line) => {
      lines.push(line);
    },
  );
  return { records, lines };
};

const importRecords = ({ cms }: CoreWorld, { records }: Exported) =>
  cms.transfer.importContent(operator, { records, verbatim: true, historyFollows: true });

const restore = ({ cms }: CoreWorld, lines: readonly RestorableLine[]) =>
  cms.transfer.restoreLines(operator, { lines });

const outcomesOf = (results: readonly LineOutcome[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { outcome } of results) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
};

const codeOf = (result: LineOutcome | undefined): string | undefined =>
  result?.outcome === 'failed' ? result.error.code : undefined;

/** A service with an item of three versions, its export, and another service with the item. */
const twoServices = async (options = {}) => {
  const source = await coreWorld();
  const author = await source.person('author');
  const item = await source.write(author, { status: 'published', data: { n: 1 } });
  for (const n of [2, 3]) await source.cms.content.update(author, item.id, { data: { n } });
  await source.cms.drafts.save(author, item.id, { title: 'Copy' });
  await source.cms.schedule.plan(author, item.id, { unpublishAt: Date.now() + 60_000 });
  const archive = await exported(source);
  const target = await coreWorld(options);
  await importRecords(target, archive);
  return { source, author, item, archive, target };
};

const versionsIn = async ({ ports }: CoreWorld, id: string): Promise<readonly number[]> =>
  (await ports.store.repositories.revisions.list(id, { limit: 100, offset: 0 })).map(
    ({ version }) => version,
  );

test('only administrators restore lines, and export everything', async () => {
  const { cms, person } = await coreWorld();
  const token: Actor = { kind: 'token', tokenId: noId, scope: 'all' };
  const ask = (actor: Actor) => cms.transfer.restoreLines(actor, { lines: [] });
  await rejectsWith('not_authenticated', ask(anonymous));
  await rejectsWith('token_read_only', ask(token));
  for (const role of ['viewer', 'author', 'editor'] as const) {
    await rejectsWith('forbidden', ask(await person(role)));
  }
  expect(await ask(await person('admin'))).toEqual([]);
});

test('a complete export says so, and its lines refer to earlier ones only', async () => {
  const source = await coreWorld();
  await fillWithEverything(source);
  let manifest: unknown;
  await source.cms.transfer.exportEverything(
    operator,
    async (record) => {
      manifest ??= record;
    },
    async () => undefined,
  );
  expect(manifest).toMatchObject({ type: 'manifest', formatVersion: 1, complete: true });
  const { records, lines } = await exported(source);
  const known = new Set(records.map(({ id }) => id));
  for (const line of lines) {
    if (line.type === 'trash') known.add(line.trashed.item.id);
    else expect(known).toContain(line.item.id);
  }
});

test('an export shows one moment, also of the trash, revisions, copies and schedules', async () => {
  const { source, author, item } = await twoServices();
  const before = await exported(source);
  const lines: RestorableLine[] = [];
  const interfere = async (): Promise<void> => {
    await source.cms.drafts.discard(author, item.id);
    await source.cms.content.update(author, item.id, { title: 'Meanwhile' });
    await source.cms.content.delete(author, item.id);
  };
  let isFirst = true;
  await source.cms.transfer.exportEverything(
    operator,
    async () => {
      if (isFirst) await interfere();
      isFirst = false;
    },
    async (line) => {
      lines.push(line);
    },
  );
  expect(lines).toEqual(before.lines);
});

test('the import of an item with its history stores no revision of its own', async () => {
  const { archive, target, item } = await twoServices();
  expect(await versionsIn(target, item.id)).toEqual([]);
  expect(outcomesOf(await restore(target, archive.lines))).toEqual({ created: 5 });
  expect(await versionsIn(target, item.id)).toEqual([3, 2, 1]);
  const other = await coreWorld();
  await other.cms.transfer.importContent(operator, { records: archive.records, verbatim: true });
  expect(await versionsIn(other, item.id)).toEqual([3]);
});

test('an interrupted restoration goes on, in any parts', async () => {
  const source = await coreWorld();
  await fillWithEverything(source);
  const archive = await exported(source);
  const target = await coreWorld();
  await addPeople(target);
  await importRecords(target, archive);
  const total = archive.lines.length;
  for (let end = 3; end < total + 3; end += 3) {
    const results = await restore(target, archive.lines.slice(0, end));
    expect(outcomesOf(results)['failed']).toBeUndefined();
  }
  expect((await exported(target)).lines).toEqual(archive.lines);
  expect(outcomesOf(await restore(target, archive.lines))).toEqual({ unchanged: total });
});

test('lines of an item that was changed here, or that does not exist, are left out', async () => {
  const { archive, target, item } = await twoServices();
  await target.cms.content.update(operator, item.id, { title: 'Edited' });
  expect(outcomesOf(await restore(target, archive.lines))).toEqual({ left_out: 5 });
  expect(await versionsIn(target, item.id)).toEqual([4]);
  const empty = await coreWorld();
  expect(outcomesOf(await restore(empty, archive.lines))).toEqual({ left_out: 5 });
  const { revisions, copies, schedules } = empty.ports.store.repositories;
  expect([
    await revisions.listAfter(undefined, 10),
    await copies.listAfter(undefined, 10),
    await schedules.list({ limit: 10, offset: 0 }, 'all'),
  ]).toEqual([[], [], []]);
});

test('another copy and another planned change stay', async () => {
  const { archive, target, item } = await twoServices();
  target.clock.advance(1_000);
  await target.cms.drafts.save(operator, item.id, { title: 'Own copy' });
  const [planned] = await target.cms.schedule.plan(operator, item.id, {
    unpublishAt: Date.now() + 5_000_000,
  });
  expect(outcomesOf(await restore(target, archive.lines))).toEqual({ created: 3, left_out: 2 });
  expect((await target.cms.drafts.get(operator, item.id)).title).toBe('Own copy');
  expect(await target.cms.schedule.get(operator, item.id)).toEqual([planned]);
});

test('an item of the trash is left out if it is content, and stays as it is in the trash', async () => {
  const { source, target, item } = await twoServices();
  await source.cms.content.delete(operator, item.id);
  const { lines } = await exported(source);
  const results = await restore(target, lines);
  // The revisions belong to the same state, and the copy too.
  expect(results[0]?.outcome).toBe('left_out');
  expect((await target.ports.store.repositories.contents.findById(item.id))?.id).toBe(item.id);
  target.clock.advance(1_000);
  await target.cms.content.delete(operator, item.id);
  const [before] = await target.cms.trash.list(operator, {});
  expect((await restore(target, lines.slice(0, 1)))[0]?.outcome).toBe('unchanged');
  expect(await target.cms.trash.list(operator, {})).toEqual([before]);
});

test('users without an account here are left out', async () => {
  const source = await coreWorld();
  await fillWithEverything(source);
  const archive = await exported(source);
  const target = await coreWorld();
  await importRecords(target, archive);
  await restore(target, archive.lines);
  const text = JSON.stringify((await exported(target)).lines);
  expect(text).not.toContain('@');
  expect(JSON.stringify(archive.lines)).toContain('@');
});

test('the newest revision has the state that a hook gave the item', async () => {
  const asked: string[] = [];
  const hooks: readonly Hook[] = [
    {
      name: 'upper',
      operations: ['content.create', 'content.update', 'content.delete', 'content.publish'],
      decide: (attempt) => {
        asked.push(attempt.operation);
        return 'item' in attempt
          ? { replace: { title: attempt.item.title.toUpperCase() } }
          : undefined;
      },
    },
  ];
  const { archive, target, item } = await twoServices({ hooks });
  await restore(target, archive.lines);
  const { revisions, contents } = target.ports.store.repositories;
  const stored = await contents.findById(item.id);
  expect((await revisions.find(item.id, 3))?.title).toBe(stored?.title);
  expect((await revisions.find(item.id, 2))?.title).toBe(item.title);
  expect(stored?.title).toBe(item.title.toUpperCase());
  // For the item, and not for its revisions.
  expect(asked).toEqual(['content.create', 'content.publish']);
});

test('a planned change whose time has passed is made at once, and a failed one is not', async () => {
  const { archive, target, item } = await twoServices();
  const past = archive.lines.map((line): RestorableLine =>
    line.type === 'schedule' ? { ...line, change: { ...line.change, at: 1_000 } } : line,
  );
  const failed = past.map((line): RestorableLine =>
    line.type === 'schedule' ? { ...line, change: { ...line.change, reason: 'No' } } : line,
  );
  const statusAfter = async (world: CoreWorld, lines: readonly RestorableLine[]) => {
    await restore(world, lines);
    await world.cms.schedule.runDue(new AbortController().signal);
    return (await world.ports.store.repositories.contents.findById(item.id))?.status;
  };
  expect(await statusAfter(target, past)).toBe('draft');
  const other = await coreWorld();
  await importRecords(other, archive);
  expect(await statusAfter(other, failed)).toBe('published');
});

test('a planned change without an account here has no rights, also one of the operator', async () => {
  const attempts: Attempt[] = [];
  const recorder = hook(['content.update', 'content.unpublish'], (attempt) => {
    attempts.push(attempt);
    return undefined;
  });
  const { archive, target, item } = await twoServices({ hooks: [recorder] });
  const lines = archive.lines.filter((line) => line.type === 'schedule');
  const { contents } = target.ports.store.repositories;
  const stored = async () => (await contents.findById(item.id)) ?? expect.fail('The item is gone');
  for (const scheduledBy of ['nobody@example.org', undefined]) {
    const due = lines.map((line) => ({ ...line, change: { ...line.change, at: 1, scheduledBy } }));
    await target.cms.content.update(operator, item.id, { status: 'published' });
    const { version, updatedAt } = await stored();
    const stamp = { id: item.id, version, updatedAt };
    expect(
      outcomesOf(
        await restore(
          target,
          due.map((line) => ({ ...line, item: stamp })),
        ),
      ),
    ).toEqual({ created: 1 });
    attempts.length = 0;
    await target.cms.schedule.runDue({ aborted: false });
    expect((await stored()).status).toBe('draft');
    const nobody = { kind: 'user', userId: noId, sessionId: noId, role: 'viewer', grants: [] };
    expect(attempts.map(({ actor }) => actor)).toEqual([nobody, nobody]);
  }
});

describe('a damaged line', () => {
  const damages: readonly (readonly [string, (line: never) => object])[] = [
    ['invalid_input', (line: { item: object }) => ({ ...line, item: { ...line.item, id: 'x' } })],
    [
      'invalid_input',
      (line: { item: object }) => ({ ...line, item: { ...line.item, version: 0 } }),
    ],
    [
      'invalid_input',
      (line: { item: object }) => ({ ...line, item: { ...line.item, updatedAt: 0.5 } }),
    ],
    ...(
      [
        ['invalid_input', { title: '' }],
        ['invalid_input', { title: 'x'.repeat(501) }],
        ['invalid_text', { title: 'a\0' }],
        ['invalid_slug', { slug: '!' }],
        ['collection_not_found', { collection: 'nowhere' }],
        ['invalid_input', { version: 2 ** 31 }],
        ['invalid_input', { createdAt: Number.NaN }],
        ['invalid_text', { changed: ['\uD800'] }],
        ['invalid_input', { note: 'x'.repeat(201) }],
        ['invalid_data', { data: { text: 'x'.repeat(2 * 1024 * 1024) } }],
      ] as const
    ).map(
      ([code, change]) =>
        [
          code,
          (line: { revision: object }) => ({ ...line, revision: { ...line.revision, ...change } }),
        ] as const,
    ),
  ] as never;

  test('fails alone', async () => {
    const { archive, target, item } = await twoServices();
    const [first, ...others] = archive.lines;
    expect(first?.type).toBe('revision');
    for (const [code, damage] of damages) {
      const [result] = await restore(target, [damage(first as never) as RestorableLine]);
      expect(codeOf(result)).toBe(code);
    }
    const broken = damages[0]![1](first as never) as RestorableLine;
    const results = await restore(target, [broken, ...others]);
    expect(outcomesOf(results)).toEqual({ failed: 1, created: 4 });
    expect(results[0]?.outcome).toBe('failed');
    expect(await versionsIn(target, item.id)).toEqual([3, 2]);
  });
});

test('an export holds one step at a time, however long a history is', async () => {
  const world = await coreWorld();
  const { item, source } = await twoServices();
  const template = await source.ports.store.repositories.revisions.find(item.id, 1);
  const [count, stepSize] = [10_000, 80];
  let read = 0;
  let written = 0;
  const { store } = world.ports;
  const text = JSON.stringify({ text: 'x'.repeat(100_000) });
  const watched = altered(store, {
    consistently: (work) =>
      store.consistently((repositories) =>
        work({
          ...repositories,
          revisions: altered(repositories.revisions, {
            listAfter: async (after) => {
              // Nothing is read ahead of what the sink has accepted.
              expect(written).toBe(read);
              const from = after?.version ?? 0;
              const length = Math.min(stepSize, count - from);
              read += length;
              return Array.from({ length }, (_, index) => ({
                revision: { ...template!, version: from + index + 1, data: text as never },
                item: { id: item.id, version: count, updatedAt: 1 },
              }));
            },
          }),
        }),
      ),
  });
  const cms = world.another({ ports: { store: watched } });
  await cms.transfer.exportEverything(
    operator,
    async () => undefined,
    async () => {
      written += 1;
    },
  );
  expect(written).toBe(count);
});
