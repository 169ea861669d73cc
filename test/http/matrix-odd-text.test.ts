import { describe, expect, test } from 'vitest';
import { oddForms, oddHeaderFields, oddPaths, oddQueries } from '../support/odd-requests.ts';
import { sendOdd, targets } from '../support/odd-run.ts';

describe('an odd address is answered as the document says and leaves nothing half done', () => {
  const withParams = targets.filter(({ operation }) => operation.params !== undefined);

  test.each(withParams)('path of $id', async (target) => {
    const counts = await sendOdd(target, oddPaths);
    expect(counts.get(404)).toBeGreaterThan(0);
  });

  test.each(targets)('query of $id', async (target) => {
    const counts = await sendOdd(target, oddQueries);
    const { success, query } = target.operation;
    // What nobody knows changes nothing.
    expect(counts.get(success.status)).toBeGreaterThan(0);
    expect(counts.get(400) ?? 0).toBeGreaterThanOrEqual(query === undefined ? 0 : 1);
  });
});

describe('an odd form is answered as the document says and leaves nothing half done', () => {
  const withForm = targets.filter(({ operation }) => operation.body?.kind === 'form');

  test.each(withForm)('$id', async (target) => {
    expect((await sendOdd(target, oddForms)).get(400)).toBeGreaterThan(0);
  });
});

describe('an odd header is answered as the document says and leaves nothing half done', () => {
  // One operation for each way in which headers are read.
  const ids = [
    'listContent',
    'getContent',
    'updateContent',
    'logInByForm',
    'uploadMedia',
    'getFile',
  ];

  test.each(targets.filter(({ id }) => ids.includes(id)))('$id', async (target) => {
    const counts = await sendOdd(target, oddHeaderFields);
    expect(counts.get(target.operation.success.status)).toBeGreaterThan(0);
  });
});
