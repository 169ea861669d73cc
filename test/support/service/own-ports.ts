import { projectRoot } from '../../architecture/sources.ts';

/**
 * A configuration file with a store in memory, which is written to a file when it is closed, and with a blob store in a
 * folder of its own. `FAULT` names a faulty factory, and `UNWRITTEN` a method that the store does not have yet.
 */
export const ownPorts = `import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FilesystemBlobStore } from 'quoin/adapters/filesystem/filesystem-blob-store';
import { MemoryKeyValueCache } from 'quoin/adapters/memory/memory-key-value-cache';
import { MemoryState } from '${projectRoot}/adapters/memory/memory-state.ts';
import { MemoryStore } from 'quoin/adapters/memory/memory-store';
import { MonotonicClock } from 'quoin/adapters/system/monotonic-clock';
import { defineConfig, type PortContext, type PortFactories } from 'quoin/config';

const isCollection = (table: unknown): table is Map<unknown, unknown> | Set<unknown> =>
  table instanceof Map || table instanceof Set;

class StoreInFile extends MemoryStore {
  readonly #state: MemoryState;
  readonly #path: string;

  constructor(state: MemoryState, path: string) {
    super(state);
    this.#state = state;
    this.#path = path;
  }

  override async close(): Promise<void> {
    const rows = await this.#state.read((tables) =>
      Object.entries(tables).flatMap(([name, table]) => (isCollection(table) ? [[name, [...table]]] : [])),
    );
    await writeFile(this.#path, JSON.stringify(rows));
    await super.close();
  }
}

/** The object with another member. */
const replacing = (target: object, name: string, value: unknown): object =>
  new Proxy(target, {
    get: (_, key) => {
      const member = key === name ? value : Reflect.get(target, key);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });

/** The store without a method, such as \`commit\` or \`users.list\`. */
const without = (path: string, store: MemoryStore): MemoryStore => {
  const unwritten = async () => {
    throw new Error(path + ' is not written yet');
  };
  const [repository = '', method] = path.split('.');
  if (method === undefined) return replacing(store, repository, unwritten) as MemoryStore;
  const { repositories } = store;
  const broken = replacing(Reflect.get(repositories, repository), method, unwritten);
  const others = { ...repositories, [repository]: broken };
  return replacing(store, 'repositories', others) as MemoryStore;
};

const openStore = async ({ config, log }: PortContext) => {
  const path = join(config.dataDir, 'store.json');
  const state = new MemoryState();
  const rows = JSON.parse(await readFile(path, 'utf8').catch(() => '[]'));
  await state.write((tables) => {
    for (const [name, entries] of rows) {
      const table = tables[name];
      for (const entry of entries) table instanceof Map ? table.set(...entry) : table.add(entry);
    }
  });
  log.info('Opened the store of the test', { rows: rows.length });
  const store = new StoreInFile(state, path);
  const unwritten = process.env['UNWRITTEN'];
  return unwritten === undefined ? store : without(unwritten, store);
};

const openConnection = (): void => void setInterval(() => undefined, 1_000);

const faults: Readonly<Record<string, unknown>> = {
  'not a function': { blobs: 'yes' },
  'another port': { cache: openStore },
  throws: { store: () => { openConnection(); throw new Error('no socket'); } },
  rejects: { blobs: async () => { throw 'no bucket'; } },
  'another result': { store: async () => { openConnection(); return { close: async () => undefined }; } },
  'no result': { blobs: async () => undefined },
  hangs: { sharedCache: () => new Promise(() => undefined) },
};

export default defineConfig({
  ports: {
    store: openStore,
    blobs: ({ config }) => FilesystemBlobStore.open(join(config.dataDir, 'own-files')),
    sharedCache: () => new MemoryKeyValueCache(new MonotonicClock()),
    ...(faults[process.env['FAULT'] ?? ''] as PortFactories),
  },
});
`;
