import type { Recipe } from './recipe.ts';

/** The first letters of the words of a title, stored beside the item. */
export const partRecipe: Recipe = {
  heading: 'Adding a part of an item',
  edits: [
    {
      path: 'core/model/content/content-change.ts',
      text: `  /** The first letters of the title. */
  readonly initials?: string | undefined;
`,
      before: '  /** The row of the outbox. */\n',
    },
    {
      path: 'core/model/content/content-change.ts',
      text: `  | 'initials'\n`,
      before: `  | 'words'\n`,
    },
    {
      path: 'core/content/parts/initials-part.ts',
      text: `import type { DecidedChange } from '../../model/content/content-change.ts';

export const initialsPart = (change: DecidedChange): string | undefined =>
  change.kind === 'delete'
    ? undefined
    : change.item.title.split(' ').map(([first = '']) => first).join('');
`,
    },
    {
      path: 'core/content/record-change.ts',
      text: `import { initialsPart } from './parts/initials-part.ts';
`,
      before: `import { referencesPart } from`,
    },
    {
      path: 'core/content/record-change.ts',
      text: `    initials: initialsPart(change),
`,
      before: '    formerSlug: formerSlugOf(change),\n',
    },
    {
      path: 'adapters/postgres/content/changes/parts/initials-part.ts',
      text: `import { noSteps, type ChangePart, type Parameter, type PartSteps } from '../change-part.ts';

const initials: Parameter = { type: 'text', of: ({ parts }) => parts.initials ?? null };

const stored: PartSteps = {
  variant: 'in',
  stores: [
    [
      'initials',
      (place) =>
        \`insert into content_initials select id, \${place(initials)} from item \` +
        'on conflict (content_id) do update set initials = excluded.initials',
    ],
  ],
};

export const initialsPart: ChangePart = {
  of: ({ parts }) => (parts.initials === undefined ? noSteps : stored),
};
`,
    },
    {
      path: 'adapters/postgres/content/changes/change-parts.ts',
      text: `import { initialsPart } from './parts/initials-part.ts';
`,
      before: 'import { referencePart } from',
    },
    {
      path: 'adapters/postgres/content/changes/change-parts.ts',
      text: '  initials: initialsPart,\n',
      before: '  event: eventPart,\n',
    },
    {
      path: 'adapters/memory/content/parts/initials-part.ts',
      text: `import type { MemoryPart } from './memory-part.ts';

export const initialsPart: MemoryPart = {
  apply: ({ initials }, { item, parts }) => {
    if (parts.initials !== undefined) initials.set(item.id, parts.initials);
  },
  leave: ({ initials }, contentId) => initials.delete(contentId),
};
`,
    },
    {
      path: 'adapters/memory/content/parts/memory-parts.ts',
      text: `import { initialsPart } from './initials-part.ts';
`,
      before: 'import { referencePart } from',
    },
    {
      path: 'adapters/memory/content/parts/memory-parts.ts',
      text: '  initials: initialsPart,\n',
      before: '  previews: previewPart,\n',
    },
    {
      path: 'adapters/memory/memory-tables.ts',
      text: '  /** By item. */\n  initials: new Map<string, string>(),\n',
      before: '  /** By user and key. */\n',
    },
    {
      path: 'docs/examples/sqlite/content/initials.ts',
      text: `import type { Part } from './part.ts';

export const initialsPart: Part = {
  apply: (db, { item, parts: { initials } }) => {
    if (initials !== undefined) db.put('initials', 'content_id', { content_id: item.id, initials });
  },
  leaving: ['initials'],
};
`,
    },
    {
      path: 'docs/examples/sqlite/content/parts.ts',
      text: `import { initialsPart } from './initials.ts';
`,
      before: 'import { eventPart } from',
    },
    {
      path: 'docs/examples/sqlite/content/parts.ts',
      text: '  initials: initialsPart,\n',
      before: '  event: eventPart,\n',
    },
    {
      path: 'docs/examples/sqlite/schema.ts',
      text: 'create table initials (content_id text primary key, initials text not null) strict;\n',
      before: 'create table words (',
    },
  ],
  probe: `import type { SqliteStore } from '../docs/examples/sqlite/sqlite-store.ts';
import { MarkdownItReader } from '../adapters/markdown-it/markdown-it-reader.ts';
import { MemoryState } from '../adapters/memory/memory-state.ts';
import { MemoryStore } from '../adapters/memory/memory-store.ts';
import { statementOf } from '../adapters/postgres/content/changes/content-writes.ts';
import { template, valuesOf } from '../adapters/postgres/content/changes/change-template.ts';
import { NodeCryptoDigest } from '../adapters/node-crypto/node-crypto-digest.ts';
import { SystemClock } from '../adapters/system/system-clock.ts';
import { SystemTimer } from '../adapters/system/system-timer.ts';
import { recordChange } from '../core/content/record-change.ts';
import { operator } from '../core/index.ts';
import type { DecidedChange } from '../core/store.ts';
import { sampleCollection, sampleContent } from '../test/conformance/samples.ts';

export type Example = SqliteStore;

const memory = new MemoryState();
const store = new MemoryStore(memory);
await store.repositories.collections.insert(sampleCollection(1));
const stored = () => memory.read(({ initials }) => [...initials.values()]);
const dependencies = {
  revisions: store.repositories.revisions,
  clock: new SystemClock(),
  timer: new SystemTimer(),
  markdown: new MarkdownItReader(),
  digest: new NodeCryptoDigest(),
  mediaBaseUrl: '',
};
const item = sampleContent(1, { title: 'Low Tide' });
const decided: DecidedChange = { kind: 'create', item, collection: sampleCollection(1) };
const change = await recordChange(dependencies, operator, decided);
const { name, steps } = statementOf(change);
const statement = template(name, steps());
const seen = {
  isCommitted: await store.commit([change]),
  stored: await stored(),
  isInStatement: statement.text.includes('content_initials'),
  isAValue: valuesOf(statement, change).includes('LT'),
  isRemoved: await store.commit([
    await recordChange(dependencies, operator, { kind: 'delete', item }),
  ]),
  left: await stored(),
};
console.log(JSON.stringify(seen));
`,
};
