import { describe, expect, test } from 'vitest';
import { hostileJsonBodies, hostileUploads } from '../../support/http/hostile-bodies.ts';
import { forMemory } from '../../support/http/hostile-requests.ts';
import { sendHostileRequests, targets } from '../../support/http/send-hostile-requests.ts';

// Values that a database could misread are sent to one: see `sql.test.ts`.
describe('a hostile JSON body gets a documented response and never a partial write', () => {
  const withJson = targets.filter(({ operation }) => operation.body?.kind === 'json');

  test.each(withJson)('$id', async (target) => {
    const counts = await sendHostileRequests(target, forMemory(hostileJsonBodies));
    expect(counts.get(400)).toBeGreaterThan(0);
  });
});

describe('a hostile upload gets a documented response and never a partial write', () => {
  const withUpload = targets.filter(({ operation }) => operation.body?.kind === 'upload');

  test.each(withUpload)('$id', async (target) => {
    const counts = await sendHostileRequests(target, forMemory(hostileUploads));
    expect(counts.get(400)).toBeGreaterThan(0);
    // An upload creates a file, or replaces one.
    expect((counts.get(201) ?? 0) + (counts.get(200) ?? 0)).toBeGreaterThan(0);
  });
});
