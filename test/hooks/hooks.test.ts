import { describe, expect, test } from 'vitest';
import { operator, type Attempt } from '../../core/index.ts';
import type { HookedOperation } from '../../core/vocabulary.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { mediaWorld } from '../support/media/media-world.ts';
import { expectVersion } from '../support/core/expected-version.ts';

const everyOperation: readonly HookedOperation[] = [
  'content.create',
  'content.update',
  'content.publish',
  'content.unpublish',
  'content.delete',
  'media.upload',
  'media.delete',
];

/** A service whose hook records its calls. */
const watchedWorld = async () => {
  const attempts: Attempt[] = [];
  const decide = (attempt: Attempt): undefined => {
    attempts.push(attempt);
  };
  const watcher = { name: 'watcher', operations: everyOperation, decide };
  const world = await mediaWorld({ hooks: [watcher] });
  /** The operations since the last call. */
  const asked = (): readonly HookedOperation[] =>
    attempts.splice(0).map(({ operation }) => operation);
  return { ...world, attempts, asked };
};

describe('hooks get', () => {
  test('the operations of a creation', async () => {
    const { write, person, asked } = await watchedWorld();
    const author = await person('author');
    await write(author);
    expect(asked()).toEqual(['content.create']);
    await write(author, { status: 'archived' });
    expect(asked()).toEqual(['content.create']);
    await write(author, { status: 'published' });
    expect(asked()).toEqual(['content.create', 'content.publish']);
  });

  test('the operations of an update', async () => {
    const { cms, write, person, asked } = await watchedWorld();
    const author = await person('author');
    const { id } = await write(author);
    asked();
    const update = async (change: object): Promise<readonly HookedOperation[]> => {
      await cms.content.update(author, id, change);
      return asked();
    };
    expect(await update({ title: 'New' })).toEqual(['content.update']);
    expect(await update({ title: 'New' })).toEqual([]);
    expect(await update({ status: 'published' })).toEqual(['content.update', 'content.publish']);
    expect(await update({ title: 'Newer' })).toEqual(['content.update']);
    expect(await update({ status: 'draft' })).toEqual(['content.update', 'content.unpublish']);
    await update({ status: 'published' });
    expect(await update({ status: 'archived' })).toEqual(['content.update', 'content.unpublish']);
    expect(await update({ status: 'draft' })).toEqual(['content.update']);
  });

  test('deletions, uploads and the operations of imports', async () => {
    const { cms, write, person, upload, posts, asked } = await watchedWorld();
    const { id } = await write(await person('author'));
    const file = await upload(operator);
    asked();
    await cms.content.delete(operator, id);
    expect(asked()).toEqual(['content.delete']);
    await cms.media.update(operator, file.id, { alt: 'x' });
    expect(asked()).toEqual([]);
    await cms.media.delete(operator, file.id);
    expect(asked()).toEqual(['media.delete']);
    await upload(operator);
    expect(asked()).toEqual(['media.upload']);
    const record = { collection: posts.name, title: 'T', slug: 's', status: 'published' } as const;
    const importRecord = (title: string) =>
      cms.transfer.importContent(operator, { records: [{ ...record, title }] });
    await importRecord('T');
    expect(asked()).toEqual(['content.create', 'content.publish']);
    await importRecord('T');
    expect(asked()).toEqual([]);
    await importRecord('U');
    expect(asked()).toEqual(['content.update']);
  });

  test('the actor, and the item before and after', async () => {
    const { cms, write, person, upload, attempts } = await watchedWorld();
    const author = await person('author');
    const item = await write(author, { status: 'published' });
    expect(attempts).toEqual([
      { operation: 'content.create', actor: author, item },
      { operation: 'content.publish', actor: author, before: undefined, item },
    ]);
    attempts.length = 0;
    const after = await cms.content.update(author, item.id, { status: 'draft' });
    const change = { actor: author, before: item, item: after };
    expect(attempts).toEqual([
      { operation: 'content.update', ...change },
      { operation: 'content.unpublish', ...change },
    ]);
    attempts.length = 0;
    const file = await upload(author);
    expect(attempts).toEqual([{ operation: 'media.upload', actor: author, file }]);
  });

  test('the actor without the request in which it acts', async () => {
    const { write, person, attempts } = await watchedWorld();
    const author = await person('author');
    const request = { address: '192.0.2.7', witness: () => undefined };
    const item = await write({ ...author, request });
    expect(attempts).toEqual([{ operation: 'content.create', actor: author, item }]);
    expect(Object.keys(attempts[0]!.actor)).not.toContain('request');
  });

  test('no operation that is rejected anyway', async () => {
    const { cms, write, person, posts, asked } = await watchedWorld();
    const [author, viewer] = [await person('author'), await person('viewer')];
    const { id, slug } = await write(author);
    asked();
    await rejectsWith('forbidden', write(viewer));
    await rejectsWith('invalid_input', write(author, { title: ' ' }));
    await rejectsWith('forbidden', cms.content.update(viewer, id, { title: 'x' }));
    await rejectsWith('invalid_slug', cms.content.update(author, id, { slug: '!' }));
    await rejectsWith(
      'version_mismatch',
      cms.content.update(author, id, { title: 'x' }, expectVersion(7)),
    );
    await rejectsWith('version_mismatch', cms.content.delete(author, id, expectVersion(7)));
    await rejectsWith('forbidden', cms.content.delete(viewer, id));
    expect(asked()).toEqual([]);
    await rejectsWith('slug_taken', write(author, { slug, collectionId: posts.id }));
    expect(asked()).toEqual(['content.create']);
  });
});
