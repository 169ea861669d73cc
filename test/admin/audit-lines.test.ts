import { expect, test } from 'vitest';
import {
  actionText,
  manyText,
  resourceTexts,
} from '../../adapters/admin/screens/audit/action-texts.ts';
import { auditLines } from '../../adapters/admin/screens/audit/audit-lines.ts';
import type { AuditEntry } from '../../adapters/admin/screens/audit/read-audit.ts';
import { auditResources } from '../../core/vocabulary.ts';

const entry = (at: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
  number: at,
  at,
  actor: { kind: 'user', id: 'mara' },
  action: 'content.publish',
  ...more,
});

/** How many entries each line has. */
const sizes = (...entries: AuditEntry[]): readonly number[] =>
  auditLines(entries).map((line) => line.entries.length);

test('what somebody does to many in one go is one line, in the order of the entries', () => {
  const three = [entry(3_000), entry(2_000), entry(1_000)] as const;
  expect(sizes(...three)).toEqual([3]);
  expect(auditLines(three)[0]?.entries).toEqual(three);
  expect(sizes(entry(2_000), entry(1_000))).toEqual([1, 1]);
  expect(sizes(...three, entry(900, { action: 'content.delete' }), ...three)).toEqual([3, 1, 3]);
});

test('what others do, what happens later, and what is not done to many are lines of their own', () => {
  const actor = { kind: 'user', id: 'eva' } as const;
  expect(sizes(entry(3), entry(2, { actor }), entry(1))).toEqual([1, 1, 1]);
  expect(sizes(entry(20_000), entry(10_000), entry(0))).toEqual([1, 1, 1]);
  const change = { action: 'settings.update' } as const;
  expect(sizes(entry(3, change), entry(2, change), entry(1, change))).toEqual([1, 1, 1]);
});

test('a line about many says how many', () => {
  expect(manyText('content.publish', 1_200)).toBe('Published 1,200 items');
  expect(manyText('media.delete', 3)).toBe('Deleted 3 files');
  expect(manyText('session.create', 3)).toBeUndefined();
  expect(actionText('draft.save')).toBe('Began changes');
});

test('the filter offers everything that an entry can be about, each by a name of its own', () => {
  const offered = new Map(resourceTexts);
  expect([...offered.keys()].toSorted()).toEqual(auditResources.toSorted());
  expect(new Set(offered.values()).size).toBe(auditResources.length);
  expect(offered.get('view')).toBe('Saved views');
});
