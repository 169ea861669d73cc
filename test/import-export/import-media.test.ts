import { expect, test } from 'vitest';
import { anonymous, operator, type Actor, type ErrorCode } from '../../core/index.ts';
import { hour, noId, type MediaRecord } from '../../core/vocabulary.ts';
import { rejectsWith } from '../support/core/core-world.ts';
import { chunks, longText, mediaWorld, picture } from '../support/media/media-world.ts';

const id = '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f';
const key = `${'Key0'.repeat(7)}/a-picture.png`;

const record: MediaRecord = {
  id: id.toUpperCase(),
  key,
  originalName: '../A picture.png',
  folder: 'press/2026',
  alt: ' Alt ',
  caption: ' Caption ',
  focus: { x: 0.25, y: 1 },
  createdAt: 1_000,
  updatedAt: 2_000,
};

const unread = (): never => {
  throw new Error('The body was asked for');
};

test('only administrators import files', async () => {
  const { cms, person } = await mediaWorld();
  const token: Actor = { kind: 'token', tokenId: noId, scope: 'all' };
  const ask = (actor: Actor) => cms.transfer.importMedia(actor, { ...record, id: 'x' }, unread);
  await rejectsWith('not_authenticated', ask(anonymous));
  await rejectsWith('token_read_only', ask(token));
  for (const role of ['viewer', 'author', 'editor'] as const) {
    await rejectsWith('forbidden', ask(await person(role)));
  }
  await rejectsWith('invalid_input', ask(await person('admin')));
});

test('a file keeps its id, URL, texts and times', async () => {
  const { cms, person } = await mediaWorld();
  const admin = await person('admin');
  const { outcome, file } = await cms.transfer.importMedia(admin, record, () => chunks(picture));
  expect(outcome).toBe('created');
  expect(file).toEqual({
    id,
    key,
    state: 'ready',
    filename: 'a-picture.png',
    originalName: 'A picture.png',
    mimeType: 'image/png',
    kind: 'image',
    size: picture.length,
    folder: 'press/2026',
    width: 3,
    height: 2,
    alt: 'Alt',
    caption: 'Caption',
    focus: { x: 0.25, y: 1 },
    uploadedBy: admin.userId,
    createdAt: 1_000,
    updatedAt: 2_000,
  });
  expect(await cms.media.get(operator, id)).toEqual(file);
  expect((await cms.media.read(key)).file).toEqual(file);
});

test('a record with few members gets the defaults of an upload', async () => {
  const { cms, clock } = await mediaWorld();
  const { file } = await cms.transfer.importMedia(
    operator,
    { id, originalName: 'Ein Bild.jpg' },
    () => chunks(picture),
  );
  expect(file).toMatchObject({
    filename: 'ein-bild.png',
    folder: 'uploads',
    alt: '',
    caption: '',
    focus: undefined,
    uploadedBy: undefined,
    createdAt: clock.now(),
    updatedAt: clock.now(),
  });
  expect(file.key).toMatch(/^[A-Za-z0-9]{22,}\/ein-bild\.png$/);
});

test('a record without a time of change has its creation time', async () => {
  const { cms } = await mediaWorld();
  const { updatedAt: _, ...unchanged } = record;
  const { file } = await cms.transfer.importMedia(operator, unchanged, () => chunks(picture));
  expect([file.createdAt, file.updatedAt]).toEqual([1_000, 1_000]);
});

test('an existing file is not changed, and its bytes are not read', async () => {
  const { cms } = await mediaWorld();
  const { file } = await cms.transfer.importMedia(operator, record, () => chunks(picture));
  const edited = await cms.media.update(operator, file.id, { alt: 'Edited here' });
  const again = await cms.transfer.importMedia(operator, { ...record, alt: 'There' }, unread);
  expect(again).toEqual({ outcome: 'unchanged', file: edited });
});

test('a deleted file can be imported again', async () => {
  const { cms } = await mediaWorld();
  const importRecord = () => cms.transfer.importMedia(operator, record, () => chunks(picture));
  await importRecord();
  await cms.media.delete(operator, id);
  expect((await importRecord()).outcome).toBe('created');
});

test('the key of another file is rejected, and that file is kept', async () => {
  const { cms, upload, contradictions, records } = await mediaWorld();
  const other = await upload(operator, { originalName: 'a.png' });
  const thief = { ...record, key: other.key };
  const stolen = cms.transfer.importMedia(operator, thief, () => chunks(picture, picture));
  await rejectsWith('id_taken', stolen);
  expect(await records()).toEqual([other]);
  expect(await contradictions()).toEqual([]);
});

const html = new TextEncoder().encode('<!doctype html>');
const mistakes: readonly (readonly [string, Partial<MediaRecord>, ErrorCode])[] = [
  ['an id that is none', { id: 'x' }, 'invalid_input'],
  ['an address that leads elsewhere', { key: '../../etc/passwd' }, 'invalid_input'],
  ['an address that can be guessed', { key: 'short/a.png' }, 'invalid_input'],
  ['an address of three parts', { key: `${key}/x.png` }, 'invalid_input'],
  ['an address with a strange name', { key: key.replace('a-', '.') }, 'invalid_input'],
  ['a folder that cannot be', { folder: '..' }, 'invalid_folder'],
  ['too long a text', { alt: 'x'.repeat(2_001) }, 'invalid_input'],
  ['a focus outside of the image', { focus: { x: 0, y: 2 } }, 'invalid_input'],
  ['text that cannot be kept', { caption: 'a\u0000' }, 'invalid_text'],
];
for (const [name, fields, code] of mistakes) {
  test(`${name} is rejected before the bytes are read, and leaves nothing behind`, async () => {
    const { cms, records, objects } = await mediaWorld();
    await rejectsWith(code, cms.transfer.importMedia(operator, { ...record, ...fields }, unread));
    expect([await records(), await objects()]).toEqual([[], []]);
  });
}

test('an import has the limits of an upload, and leaves nothing behind', async () => {
  const hook = { name: 'guard', operations: ['media.upload'], decide: () => 'No' } as const;
  const guarded = await mediaWorld({ hooks: [hook] });
  const blocked = guarded.cms.transfer.importMedia(operator, record, () => chunks(picture));
  await rejectsWith('blocked_by_hook', blocked);
  const { cms, records, objects } = await mediaWorld();
  const importRecord = (body: () => AsyncIterable<Uint8Array>) =>
    cms.transfer.importMedia(operator, { id, originalName: 'a' }, body);
  await rejectsWith(
    'media_type_refused',
    importRecord(() => chunks(html)),
  );
  await rejectsWith(
    'file_too_large',
    importRecord(() => longText(1024 * 1024 + 1)),
  );
  for (const world of [guarded, { records, objects }]) {
    expect([await world.records(), await world.objects()]).toEqual([[], []]);
  }
});

test('the sweep ignores an import in progress, even of an old file', async () => {
  const { cms, clock } = await mediaWorld();
  async function* body() {
    yield* longText(70_000);
    clock.advance(hour - 1);
    expect(await cms.system.sweepMedia()).toBe(0);
    yield* longText(70_000);
  }
  const old = { id, originalName: 'a.txt', createdAt: 1_000, updatedAt: 2_000 };
  const { file } = await cms.transfer.importMedia(operator, old, body);
  expect(file).toMatchObject({ size: 140_000, createdAt: 1_000, updatedAt: 2_000 });
});
