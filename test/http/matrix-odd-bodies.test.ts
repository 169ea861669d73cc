import { describe, expect, test } from 'vitest';
import { oddJsonBodies, oddUploads } from '../support/odd-bodies.ts';
import { sendOdd, targets } from '../support/odd-run.ts';

describe('an odd JSON body is answered as the document says and leaves nothing half done', () => {
  const withJson = targets.filter(({ operation }) => operation.body?.kind === 'json');

  test.each(withJson)('$id', async (target) => {
    const counts = await sendOdd(target, oddJsonBodies);
    expect(counts.get(400)).toBeGreaterThan(0);
  });
});

describe('an odd upload is answered as the document says and leaves nothing half done', () => {
  const withUpload = targets.filter(({ operation }) => operation.body?.kind === 'upload');

  test.each(withUpload)('$id', async (target) => {
    const counts = await sendOdd(target, oddUploads);
    expect(counts.get(400)).toBeGreaterThan(0);
    expect(counts.get(201)).toBeGreaterThan(0);
  });
});
