import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { join } from 'node:path';
import { openPool } from '../../adapters/postgres/connection/pool.ts';
import { SystemTimer } from '../../adapters/system/system-timer.ts';
import { anonymous, operator } from '../../core/index.ts';
import type { LineOutcome, RestorableLine } from '../../core/vocabulary.ts';
import { coreWorld, type CoreWorld } from '../support/core/core-world.ts';
import { exportTo, filesOf, importInto, withoutTime } from '../support/import/archive.ts';
import { storeOver } from '../support/postgres/database-subject.ts';
import { freshDatabase } from '../support/postgres/fresh-database.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts';

let folder: TemporaryFolder;
let stack: AsyncDisposableStack;

beforeEach(async () => {
  folder = await temporaryFolder();
  stack = new AsyncDisposableStack();
});

afterEach(async () => {
  await stack.disposeAsync();
  await folder[Symbol.asyncDispose]();
});

const at = (path: string): string => join(folder.path, path);

const postgresWorld = async (): Promise<CoreWorld | undefined> => {
  const fresh = await freshDatabase();
  if ('unavailable' in fresh) return undefined;
  stack.use(fresh);
  const pool = openPool({ url: fresh.url, poolMax: 4 }, new SystemTimer());
  const { knex } = pool;
  stack.defer(() => knex.destroy());
  return coreWorld({ ports: { store: storeOver(pool) } });
};

/** Slugs of an item with others, of one that still has it, of one in the trash, and one that another item has now. */
const fill = async ({ cms, write, person }: CoreWorld): Promise<void> => {
  const editor = await person('editor');
  const publish = (slug: string) => write(editor, { status: 'published', slug });
  const renamed = await publish('former');
  for (const slug of ['formerly', 'renamed'])
    await cms.content.update(editor, renamed.id, { slug });
  const hidden = await publish('hidden');
  await cms.content.update(editor, hidden.id, { status: 'draft' });
  const removed = await publish('removed');
  await cms.content.delete(editor, removed.id);
  const taken = await publish('taken');
  await cms.content.update(editor, taken.id, { slug: 'free' });
  await write(editor, { slug: 'taken' });
};

const redirectsOf = async ({ cms }: CoreWorld): Promise<readonly string[]> =>
  (await cms.redirects.list(anonymous, { client: '' })).map(({ from, to }) => `${from} > ${to}`);

describe('former slugs', () => {
  for (const kind of ['memory', 'PostgreSQL']) {
    test(`are restored by an import of a complete export into ${kind}`, async ({ skip }) => {
      const source = await coreWorld();
      await fill(source);
      await exportTo(at('one'), source);
      const target = kind === 'memory' ? await coreWorld() : await postgresWorld();
      if (target === undefined) return skip('there is no server');
      await target.person('editor');
      expect((await importInto(target, at('one'))).counts).toMatchObject({ slugs: '4 created' });
      expect(await redirectsOf(target)).toEqual(['former > renamed', 'formerly > renamed']);
      await exportTo(at('two'), target);
      expect(withoutTime(await filesOf(at('two')))).toEqual(withoutTime(await filesOf(at('one'))));
      expect((await importInto(target, at('one'))).counts).toMatchObject({ slugs: '4 unchanged' });
      const [hidden, removed] = await Promise.all([
        target.cms.content.readPage(operator, { of: { list: { slug: 'hidden' } }, client: '' }),
        target.cms.trash.list(operator, {}),
      ]);
      const { id } = (hidden.value.kind === 'items' && hidden.value.items[0]) || expect.fail();
      await target.cms.content.update(operator, id, { slug: 'shown' });
      await target.cms.trash.restore(operator, removed[0]?.id ?? '', { slug: 'back' });
      expect(await redirectsOf(target)).toEqual([
        'former > renamed',
        'formerly > renamed',
        'hidden > shown',
        'removed > back',
      ]);
    });
  }

  test('stay with other items, and are left out with items that were changed', async () => {
    const { cms, write, person } = await coreWorld();
    const editor = await person('editor');
    const item = await write(editor, { status: 'published', slug: 'one' });
    const other = await write(editor, { status: 'published', slug: 'two' });
    await cms.content.update(editor, other.id, { slug: 'three' });
    const line = (slug: string, version = item.version): RestorableLine => ({
      type: 'formerSlug',
      item: { id: item.id, version, updatedAt: item.updatedAt },
      slug,
    });
    const lines = [
      ...['new', 'one', 'two', 'three'].map((slug) => line(slug)),
      line('newer', 7),
      line('!'),
      { ...line('newest'), item: { id: 'none', version: 1, updatedAt: 1 } },
    ];
    const outcomes = async (dryRun: boolean) =>
      (await cms.transfer.restoreLines(operator, { lines, dryRun })).map((result: LineOutcome) =>
        result.outcome === 'failed' ? result.error.code : result.outcome,
      );
    const rest = ['left_out', 'left_out', 'left_out', 'invalid_slug', 'invalid_input'];
    expect(await outcomes(true)).toEqual(['created', 'created', ...rest]);
    expect(await outcomes(false)).toEqual(['created', 'created', ...rest]);
    expect(await outcomes(false)).toEqual(['unchanged', 'unchanged', ...rest]);
    expect(await outcomes(true)).toEqual(['unchanged', 'unchanged', ...rest]);
    expect(await redirectsOf({ cms } as CoreWorld)).toEqual(['new > one', 'two > three']);
  });
});
