import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openRedirectsFile } from '../../../adapters/cli/transfer/redirects-file.ts';
import { importSystem } from '../../../adapters/cli/systems/import-system.ts';
import type { SourceEntry, SourceSystem } from '../../../adapters/cli/systems/source-system.ts';
import { importInto } from '../../../adapters/cli/transfer/import-into.ts';
import { coreTarget } from '../../../adapters/cli/transfer/targets/core-target.ts';
import type { IncomingCollectionDto } from '../../../contracts/index.ts';
import { memoryCms } from '../../support/core/memory-cms.ts';
import { recordedTerminal } from '../../support/service/recorded-terminal.ts';

const document = (id: number, type: string): SourceEntry => ({
  kind: 'document',
  document: {
    source: `${type} ${id}`,
    type,
    position: id,
    path: undefined,
    files: new Map(),
    statedStatus: undefined,
    remarks: [],
    toItem: () => ({ title: `${type} ${id}`, data: {} }),
  },
});

/** A system with collections of its own. */
const systemWith = (collection: IncomingCollectionDto): SourceSystem => ({
  name: 'an export of a test',
  collectionsOfTypes: {},
  survey: async () => ({ types: new Map([['recipe', 1]]), total: 2 }),
  async *entries() {
    yield { kind: 'collection', collection };
    yield document(1, 'recipe');
    yield document(2, 'note');
  },
});

const run = async (map: ReadonlyMap<string, string>) => {
  const { cms, ports } = await memoryCms();
  const terminal = recordedTerminal();
  const target = coreTarget(cms, 'https://cms/files');
  const [pages] = await target.collections();
  const system = systemWith({
    ...pages!,
    id: randomUUID(),
    name: 'recipe',
    schema: { type: 'object' },
  });
  const importing = { map, redirects: undefined, download: undefined };
  const source = {
    collection: undefined,
    total: undefined,
    files: undefined,
    importInto: (each: Parameters<typeof importSystem>[2]) => importSystem(system, importing, each),
  };
  await importInto(target, source, {}, terminal);
  const { collections, contents } = ports.store.repositories;
  const names = new Map((await collections.list()).map(({ id, name }) => [id, name]));
  const stored = await contents.listAfter(undefined, 10);
  return {
    items: stored.map(({ title, collectionId }) => [title, names.get(collectionId)]),
    printed: terminal.printed.join('\n'),
  };
};

test('items go to the collections that their source brings, and others are named', async () => {
  const { items, printed } = await run(new Map());
  expect(items).toEqual([['recipe 1', 'recipe']]);
  expect(printed).toContain('Not read: note 1.');
});

test('another collection wins over the one of the source', async () => {
  expect((await run(new Map([['recipe', 'pages']]))).items).toEqual([['recipe 1', 'pages']]);
});

test.runIf(existsSync('/dev/full'))(
  'redirects that cannot be written fail the import at its end, not the process',
  async () => {
    const file = await openRedirectsFile('/dev/full');
    file.add({ path: '/2019/tides/', collection: 'blog-posts', slug: 'tides' });
    // The failure comes before the end.
    await sleep(100);
    await expect(file[Symbol.asyncDispose]()).rejects.toThrow('ENOSPC');
  },
);
