import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import type { ExportedContent, RestorableLine } from '../../core/vocabulary.ts';
import { coreWorld, type CoreWorld } from '../support/core/core-world.ts';

const exported = async ({ cms }: CoreWorld) => {
  const records: ExportedContent[] = [];
  const lines: RestorableLine[] = [];
  await cms.transfer.exportEverything(
    operator,
    async (each) => {
      if (each.type === 'content') records.push(each.record);
    },
    async (line) => {
      lines.push(line);
    },
  );
  return { records, lines };
};

const outcomes = async ({ cms }: CoreWorld, lines: readonly RestorableLine[], dryRun = false) =>
  (await cms.transfer.restoreLines(operator, { lines, dryRun })).map(({ outcome }) => outcome);

/** A service with comments on an item in content and on one in the trash. */
const commented = async () => {
  const source = await coreWorld();
  const [viewer, editor] = [await source.person('viewer'), await source.person('editor')];
  const [kept, trashed] = [await source.write(editor), await source.write(editor)];
  const { cms } = source;
  const place = { path: 'data.text', quote: 'x', before: ' ', after: '' };
  const text = `So, @[${viewer.userId}] and @[${editor.userId}]?`;
  const thread = await cms.comments.create(editor, kept.id, { text, place });
  await cms.comments.create(viewer, kept.id, { text: 'Yes', replyTo: thread.id });
  await cms.comments.update(viewer, kept.id, thread.id, { resolved: true });
  await cms.comments.create(viewer, trashed.id, { text: 'Gone' });
  await cms.content.delete(editor, trashed.id);
  return { source, viewer, editor, kept, thread, archive: await exported(source) };
};

const importInto = async (
  target: CoreWorld,
  { records }: { readonly records: readonly ExportedContent[] },
) => target.cms.transfer.importContent(operator, { records, verbatim: true, historyFollows: true });

test('a complete export has all comments, and an import restores them once', async () => {
  const { source, kept, viewer, editor, archive } = await commented();
  expect(JSON.stringify(archive.records)).not.toContain('So, ');
  const target = await coreWorld();
  // The same people, with other ids.
  const [, here] = [await target.person('viewer'), await target.person('editor')];
  await importInto(target, archive);
  const comments = archive.lines.filter(({ type }) => type === 'comment');
  expect(comments).toHaveLength(3);
  const dry = await outcomes(target, archive.lines, true);
  expect(await outcomes(target, archive.lines)).toEqual(dry);
  const [before, after] = await Promise.all(
    [source, target].map((world) => world.cms.comments.list(operator, kept.id, {})),
  );
  const asHere = JSON.stringify(before)
    .replaceAll(editor.userId, here.userId)
    .replaceAll(viewer.userId, (await target.cms.users.list(operator, {}))[0]!.user.id);
  expect(JSON.parse(JSON.stringify(after))).toEqual(JSON.parse(asHere));
  expect(new Set(await outcomes(target, comments))).toEqual(new Set(['unchanged']));
  const again = await exported(target);
  expect(again.lines.filter(({ type }) => type === 'comment')).toHaveLength(3);
});

test('people without an account here are nobody, and stay mentioned by their ids', async () => {
  const { kept, thread, archive } = await commented();
  const target = await coreWorld();
  await importInto(target, archive);
  await outcomes(target, archive.lines);
  const [found] = await target.cms.comments.list(operator, kept.id, {});
  expect([found?.author, found?.resolver, found?.resolvedBy]).toEqual(Array(3).fill(undefined));
  expect([found?.id, found?.text, found?.createdAt]).toEqual([
    thread.id,
    thread.text,
    thread.createdAt,
  ]);
});

test('comments of an item in another state are left out', async () => {
  const { kept, archive } = await commented();
  const target = await coreWorld();
  await importInto(target, archive);
  await target.cms.content.update(operator, kept.id, { title: 'Changed' });
  const comments = archive.lines.filter(
    (line) => line.type === 'comment' && line.item.id === kept.id,
  );
  expect(await outcomes(target, comments)).toEqual(['left_out', 'left_out']);
});
