import { describe, expect, test } from 'vitest';
import {
  forMemory,
  hostileForms,
  hostileHeaderFields,
  hostilePaths,
  hostileQueries,
} from '../../support/http/hostile-requests.ts';
import { sendHostileRequests, targets } from '../../support/http/send-hostile-requests.ts';

// Values that a database could misread are sent to one: see `sql.test.ts`.
describe('a hostile URL gets a documented response and never a partial write', () => {
  const withParams = targets.filter(({ operation }) => operation.params !== undefined);

  test.each(withParams)('path of $id', async (target) => {
    const counts = await sendHostileRequests(target, forMemory(hostilePaths));
    expect(counts.get(404)).toBeGreaterThan(0);
  });

  test.each(targets)('query of $id', async (target) => {
    const counts = await sendHostileRequests(target, forMemory(hostileQueries));
    const { success, query } = target.operation;
    // Unknown parameters are ignored.
    expect(counts.get(success.status)).toBeGreaterThan(0);
    expect(counts.get(400) ?? 0).toBeGreaterThanOrEqual(query === undefined ? 0 : 1);
  });
});

describe('a hostile HTML form gets a documented response and never a partial write', () => {
  const withForm = targets.filter(({ operation }) => operation.body?.kind === 'form');

  test.each(withForm)('$id', async (target) => {
    expect((await sendHostileRequests(target, forMemory(hostileForms))).get(400)).toBeGreaterThan(
      0,
    );
  });
});

describe('a hostile header gets a documented response and never a partial write', () => {
  // One operation for each way of reading headers.
  const ids = [
    'listContent',
    'getContent',
    'updateContent',
    'logInByForm',
    'uploadMedia',
    'getFile',
  ];

  test.each(targets.filter(({ id }) => ids.includes(id)))('$id', async (target) => {
    const counts = await sendHostileRequests(target, hostileHeaderFields);
    expect(counts.get(target.operation.success.status)).toBeGreaterThan(0);
  });
});
