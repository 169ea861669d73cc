import { expect, test } from 'vitest';
import { template } from '../../../adapters/postgres/content/changes/change-template.ts';
import { statementOf } from '../../../adapters/postgres/content/changes/content-writes.ts';
import type { ContentChange, Reference } from '../../../core/store.ts';
import { parseSlug } from '../../../core/vocabulary.ts';
import { collectionId, contentId, sampleContent } from '../../conformance/samples.ts';

/** Every combination of one value for each member. */
const combinations = <T extends Readonly<Record<string, readonly unknown[]>>>(
  values: T,
): readonly { readonly [K in keyof T]: T[K][number] }[] =>
  Object.entries(values).reduce<readonly object[]>(
    (all, [name, each]) => all.flatMap((one) => each.map((value) => ({ ...one, [name]: value }))),
    [{}],
  ) as readonly { readonly [K in keyof T]: T[K][number] }[];

const before = sampleContent(1, { status: 'draft' });
const refersTo = (onDelete: Reference['onDelete']): readonly Reference[] => [
  { field: 'data.a', target: `content/${contentId(2)}` as Reference['target'], onDelete },
];

const parts = {
  references: [undefined, [], refersTo('ignore'), refersTo('refuse')],
  revision: [
    undefined,
    { authorId: undefined, changed: [], note: undefined, isAutosave: false },
    { authorId: undefined, changed: [], note: undefined, isAutosave: true, replaces: 1 },
  ],
  event: [undefined, '{}'],
  search: [undefined, { title: 'title', texts: [] }],
};

const entering = { collectionVersion: [1], entersSingleton: [undefined, true] };

const states = combinations({
  slug: [before.slug, parseSlug('another')],
  status: ['draft', 'published'] as const,
  collectionId: [before.collectionId, collectionId(2)],
}).map((changes) => ({ ...before, ...changes, version: before.version + 1 }));

const changes = [
  ...combinations({
    kind: ['create'],
    item: states,
    expected: combinations(entering),
    parts: combinations(parts),
  }),
  ...combinations({
    kind: ['recover'],
    before: [before],
    item: states,
    expected: combinations(entering),
    parts: combinations(parts),
  }),
  ...combinations({
    kind: ['update'],
    before: [before],
    item: states,
    expected: combinations({
      ...entering,
      collectionVersion: [undefined, 1],
      copy: [undefined, contentId(9)],
      due: [undefined, { action: 'publish', at: 1 }],
    }),
    parts: combinations({
      ...parts,
      formerSlug: [undefined, before.slug],
      unscheduled: [undefined, ['publish']],
    }),
  }),
  ...combinations({
    kind: ['delete'],
    item: states,
    trash: [undefined, { deletedAt: 1, deletedBy: undefined }],
    parts: combinations({ event: parts.event, formerSlug: [undefined, before.slug] }),
  }),
] as unknown as readonly ContentChange[];

/** PostgreSQL cuts longer ones. */
const maxBytes = 63;

test('the statement of every change has a name of its own, which PostgreSQL does not cut', () => {
  const texts = new Map<string, string>();
  for (const change of changes) {
    const { name, steps } = statementOf(change);
    const { text } = template(name, steps());
    expect(Buffer.byteLength(name), name).toBeLessThanOrEqual(maxBytes);
    expect(texts.get(name) ?? text, name).toBe(text);
    texts.set(name, text);
  }
  expect(texts.size).toBeGreaterThan(1_000);
  expect(new Set(texts.values()).size).toBe(texts.size);
});
