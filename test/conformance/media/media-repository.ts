import type { Store } from '../../../core/store.ts';
import { encodeJson, type LocalTexts, type MediaFile } from '../../../core/vocabulary.ts';
import { equal, ok, rejectsWith } from '../assert.ts';
import { modifyAll, oneIsTrue, oneWins, racers, times } from '../cases.ts';
import { allReady, mediaListPromises } from './media-lists.ts';
import { mediaObjectPromises } from './media-objects.ts';
import { mediaSearchPromises } from './media-search.ts';
import { awkwardText, mediaId, momentOf, sampleMedia, sampleUser, userId } from '../samples.ts';
import { suite } from '../suite.ts';

export const mediaRepositorySuite = suite<Store>('MediaRepository', {
  'findById and findByKey return a new record unchanged': async ({ repositories }) => {
    const { media, users } = repositories;
    await users.insert(sampleUser(1));
    await media.insert(fullMedia());
    await media.insert(sampleMedia(2));
    equal(await media.findById(mediaId(1)), fullMedia(), 'by id');
    equal(await media.findByKey(fullMedia().key), fullMedia(), 'by key');
  },

  'a change stores its event, byte for byte, if it is stored': async ({ repositories }) => {
    const { media, outbox } = repositories;
    await media.insert(sampleMedia(1));
    const events = times(2, (n) => encodeJson({ n, a: awkwardText }));
    const [first, second] = events;
    ok(await media.update(sampleMedia(1, { alt: 'A' }), 'ready', first), 'a change');
    await media.updateDetails(mediaId(1), { alt: 'B' }, momentOf(9), second);
    equal(await media.update(sampleMedia(1), 'pending', first), false, 'of another state');
    equal(await media.updateDetails(mediaId(2), {}, momentOf(9), first), undefined, 'of none');
    await media.updateDetails(mediaId(1), { alt: 'C' }, momentOf(9));
    equal(await outbox.list(10), events, 'events');
  },

  'absent members of a record stay absent': async ({ repositories: { media } }) => {
    await media.insert(sampleMedia(1));
    const found = await media.findById(mediaId(1));
    ok(found !== undefined, 'the record is stored');
    const { width, height, focus, uploadedBy } = found;
    const absent = [undefined, undefined, undefined, undefined];
    equal([width, height, focus, uploadedBy], absent, 'absent members');
  },

  'finders return undefined for what was never stored': async ({ repositories: { media } }) => {
    await media.insert(sampleMedia(1));
    equal(await media.findById(mediaId(2)), undefined, 'by id');
    equal(await media.findByKey('uploads'), undefined, 'by part of a key');
  },

  'insert rejects a taken id or key and changes nothing': async ({ repositories: { media } }) => {
    await media.insert(sampleMedia(1));
    const { key } = sampleMedia(1);
    await rejectsWith('id_taken', media.insert(sampleMedia(1, { key: 'uploads/other' })));
    await rejectsWith('id_taken', media.insert(sampleMedia(2, { key })));
    equal(await allReady(media), [sampleMedia(1)], 'list');
  },

  'of concurrent inserts with one key, exactly one succeeds': async ({
    repositories: { media },
  }) => {
    const files = times(racers, (n) => sampleMedia(n, { key: 'uploads/wanted' }));
    const winner = await oneWins(
      'id_taken',
      files.map((file) => media.insert(file)),
    );
    equal(await allReady(media), files.slice(winner, winner + 1), 'list');
  },

  'update replaces that record only': async ({ repositories }) => {
    const { media, users } = repositories;
    await users.insert(sampleUser(1));
    for (const file of times(2, sampleMedia)) await media.insert(file);
    equal(await media.update(fullMedia(), 'ready'), true, 'result');
    equal(await media.findById(mediaId(1)), fullMedia(), 'the record');
    equal(await media.findById(mediaId(2)), sampleMedia(2), 'the other record');
  },

  'update does nothing when the state is not the expected one': async ({
    repositories: { media },
  }) => {
    await media.insert(sampleMedia(1, { state: 'pending' }));
    const ready = sampleMedia(1, { state: 'ready' });
    equal(await media.update(ready, 'deleting'), false, 'result for another expected state');
    equal((await media.findById(mediaId(1)))?.state, 'pending', 'the state');
    equal(await media.update(ready, 'pending'), true, 'result for its state');
    equal(await media.update(ready, 'pending'), false, 'result of a second update');
    equal(await media.findById(mediaId(1)), ready, 'the record');
  },

  'of concurrent updates from one state, exactly one succeeds': async ({
    repositories: { media },
  }) => {
    await media.insert(sampleMedia(1, { state: 'pending' }));
    const files = times(racers, (n) =>
      sampleMedia(1, { state: n % 2 === 0 ? 'ready' : 'deleting', alt: `Racer ${n}` }),
    );
    const winner = await oneIsTrue(files.map((file) => media.update(file, 'pending')));
    equal(await media.findById(mediaId(1)), files[winner], 'the record');
  },

  'update does not create a record': async ({ repositories: { media } }) => {
    equal(await media.update(sampleMedia(1), 'ready'), false, 'result');
    equal(await media.findById(mediaId(1)), undefined, 'the record');
  },

  'delete removes that record only, in any state': async ({ repositories: { media } }) => {
    for (const state of ['pending', 'ready', 'deleting'] as const) {
      await media.insert(sampleMedia(1, { state }));
      await media.insert(sampleMedia(2, { state }));
      equal(await media.delete(mediaId(1)), true, `result in state ${state}`);
      equal(await media.delete(mediaId(1)), false, 'result of a second delete');
      equal(await media.findById(mediaId(1)), undefined, 'the record');
      equal(await media.findByKey(sampleMedia(1).key), undefined, 'the record by key');
      equal(await media.findById(mediaId(2)), sampleMedia(2, { state }), 'the other record');
      ok(await media.delete(mediaId(2)), 'deleting the other record returns true');
    }
  },

  'stored records do not share objects with callers': async ({ repositories: { media } }) => {
    const given = sampleMedia(1, { state: 'pending' });
    await media.insert(given);
    modifyAll(given);
    modifyAll(await media.listUnfinished(momentOf(50), 1));
    const ready = sampleMedia(1);
    ok(await media.update(ready, 'pending'), 'update returns true');
    modifyAll(ready);
    modifyAll(await media.findById(mediaId(1)));
    modifyAll(await media.findByKey(sampleMedia(1).key));
    modifyAll(await media.listAfter(undefined, 1));
    modifyAll(await media.listByKey(undefined, 1));
    modifyAll(await allReady(media));
    equal(await allReady(media), [sampleMedia(1)], 'list');
  },

  'updateDetails changes the given details only': async ({ repositories }) => {
    const { media, users } = repositories;
    await users.insert(sampleUser(1));
    const first = sampleMedia(1, { caption: 'Unchanged', uploadedBy: userId(1) });
    await media.insert(first);
    await media.insert(sampleMedia(2));
    const changed = { ...first, alt: awkwardText, updatedAt: momentOf(40) };
    const result = await media.updateDetails(mediaId(1), { alt: awkwardText }, momentOf(40));
    equal(result, changed, 'result');
    modifyAll(result);
    equal(await media.findById(mediaId(1)), changed, 'the record');
    const emptied = { ...changed, caption: '' };
    equal(
      await media.updateDetails(mediaId(1), { caption: '' }, momentOf(40)),
      emptied,
      'result for an empty caption',
    );
    equal(await media.findById(mediaId(2)), sampleMedia(2), 'the other record');
  },

  'updateDetails sets and removes the focus': async ({ repositories: { media } }) => {
    const first = sampleMedia(1, { alt: 'Unchanged' });
    await media.insert(first);
    for (const focus of [{ x: 0.1 + 0.2, y: 1 }, { x: 0, y: 1e-300 }, undefined] as const) {
      const changed = { ...first, focus, updatedAt: momentOf(40) };
      equal(await media.updateDetails(mediaId(1), { focus }, momentOf(40)), changed, 'result');
      equal(await media.findById(mediaId(1)), changed, 'the record');
      equal(await allReady(media), [changed], 'list');
    }
  },

  'updateDetails without a focus keeps it': async ({ repositories: { media } }) => {
    const first = sampleMedia(1, { focus: { x: 0.25, y: 0.75 } });
    await media.insert(first);
    const changed = { ...first, alt: 'New', updatedAt: momentOf(40) };
    equal(await media.updateDetails(mediaId(1), { alt: 'New' }, momentOf(40)), changed, 'result');
  },

  'updateDetails sets and removes the crop, the folder and the name': async ({
    repositories: { media },
  }) => {
    const first = sampleMedia(1, { alt: 'Unchanged', focus: { x: 0.25, y: 0.75 } });
    await media.insert(first);
    const crop = { x: 0.1, y: 0.1 + 0.2, width: 0.5, height: 0.25 };
    const named = { originalName: `A ${awkwardText}`.trim(), folder: 'a/b' };
    const changed = { ...first, ...named, crop, updatedAt: momentOf(40) };
    const change = { ...named, crop };
    equal(await media.updateDetails(mediaId(1), change, momentOf(40)), changed, 'result');
    equal(await media.findById(mediaId(1)), changed, 'the record');
    await media.updateDetails(mediaId(1), { alt: 'Unchanged' }, momentOf(40));
    equal(await media.findById(mediaId(1)), changed, 'after a change of something else');
    const uncropped = { ...first, ...named, updatedAt: momentOf(40) };
    equal(
      await media.updateDetails(mediaId(1), { crop: undefined }, momentOf(40)),
      uncropped,
      'without',
    );
    equal(await allReady(media), [uncropped], 'list');
    await media.insert(sampleMedia(2, { crop, objectKey: 'other/object' }));
    const inserted = sampleMedia(2, { crop, objectKey: 'other/object' });
    equal(await media.findById(mediaId(2)), inserted, 'an inserted record');
  },

  'updateDetails changes texts in languages one by one': async ({ repositories: { media } }) => {
    const { texts, ...first } = sampleMedia(1, {
      texts: { de: { alt: 'Ein Becken', caption: 'Ebbe' }, 'pt-BR': { alt: awkwardText } },
    });
    await media.insert({ ...first, ...(texts && { texts }) });
    equal((await media.findById(mediaId(1)))?.texts, texts, 'the inserted texts');
    const change = async (changes: LocalTexts) =>
      (await media.updateDetails(mediaId(1), { texts: changes }, momentOf(40)))?.texts;
    const fr = { alt: `"' ${awkwardText}` };
    equal(
      await change({ de: { alt: 'Ein Tümpel' }, fr, it: {} }),
      { de: { alt: 'Ein Tümpel', caption: 'Ebbe' }, 'pt-BR': { alt: awkwardText }, fr },
      'changed and added',
    );
    const rest = { de: { caption: 'Ebbe' }, fr };
    equal(await change({ de: { alt: '' }, 'pt-BR': { alt: '' } }), rest, 'removed');
    await media.updateDetails(mediaId(1), { alt: 'Own' }, momentOf(40));
    equal((await media.findById(mediaId(1)))?.texts, rest, 'after a change of something else');
    equal(await change({ de: { caption: '' }, fr: { alt: '' } }), undefined, 'all removed');
    const updatedAt = momentOf(40);
    equal(await allReady(media), [{ ...first, alt: 'Own', updatedAt }], 'the record');
  },

  'concurrent changes of texts in different languages are all kept': async ({
    repositories: { media },
  }) => {
    await media.insert(sampleMedia(1));
    const codes = ['de', 'fr', 'it', 'pt-BR'];
    await Promise.all(
      codes.map((code) =>
        media.updateDetails(mediaId(1), { texts: { [code]: { alt: code } } }, momentOf(40)),
      ),
    );
    const all = Object.fromEntries(codes.map((code) => [code, { alt: code }]));
    equal((await media.findById(mediaId(1)))?.texts, all, 'the texts');
  },

  'a locale gets another code in the texts of all files': async ({ repositories: { media } }) => {
    const de = { alt: 'Ein Becken', caption: 'Ebbe' };
    const fr = { alt: 'Un bassin' };
    await media.insert(sampleMedia(1, { texts: { de, fr } }));
    await media.insert(sampleMedia(2, { texts: { de: fr, 'de-DE': de } }));
    await media.insert(sampleMedia(3));
    await media.insert(sampleMedia(4, { texts: { fr } }));
    await media.renameLocale('de', 'de-DE');
    const find = async (n: number) => media.findById(mediaId(n));
    equal(await find(1), sampleMedia(1, { texts: { 'de-DE': de, fr } }), 'a file');
    equal((await find(2))?.texts, { 'de-DE': fr }, 'a file with texts under the new code');
    equal(await find(3), sampleMedia(3), 'a file without texts');
    equal((await find(4))?.texts, { fr }, 'a file without the locale');
  },

  'concurrent changes of different details are all kept': async ({ repositories: { media } }) => {
    await media.insert(sampleMedia(1));
    const focus = { x: 0, y: 1 };
    await Promise.all([
      media.updateDetails(mediaId(1), { focus }, momentOf(40)),
      media.updateDetails(mediaId(1), { alt: 'An alt' }, momentOf(40)),
      media.updateDetails(mediaId(1), { caption: 'A caption' }, momentOf(41)),
    ]);
    const found = await media.findById(mediaId(1));
    equal([found?.alt, found?.caption], ['An alt', 'A caption'], 'the texts');
    equal(found?.focus, focus, 'the focus');
  },

  'updateDetails does not set `updatedAt` back': async ({ repositories: { media } }) => {
    await media.insert(sampleMedia(1, { updatedAt: momentOf(30) }));
    const result = await media.updateDetails(mediaId(1), { alt: 'Late' }, momentOf(20));
    equal(result?.updatedAt, momentOf(30), '`updatedAt`');
  },

  'updateDetails ignores files that are not ready or do not exist': async ({
    repositories: { media },
  }) => {
    for (const [n, state] of [
      [1, 'pending'],
      [2, 'deleting'],
    ] as const) {
      await media.insert(sampleMedia(n, { state }));
      equal(
        await media.updateDetails(mediaId(n), { alt: 'x' }, momentOf(40)),
        undefined,
        `result in state ${state}`,
      );
      equal(await media.findById(mediaId(n)), sampleMedia(n, { state }), 'the record');
    }
    equal(
      await media.updateDetails(mediaId(3), { alt: 'x' }, momentOf(40)),
      undefined,
      'result for a missing record',
    );
    equal(await media.findById(mediaId(3)), undefined, 'the missing record');
  },

  ...mediaListPromises,
  ...mediaObjectPromises,
  ...mediaSearchPromises,
});

/** The first record, with a value for every member. */
const fullMedia = (): MediaFile =>
  sampleMedia(1, {
    key: 'a b/c_d/0123456789abcdef/photo.jpg',
    state: 'deleting',
    filename: 'photo.jpg',
    originalName: awkwardText,
    mimeType: 'image/jpeg',
    kind: 'image',
    size: 5_000_000_000,
    folder: 'a b/Ünï_c-ode',
    width: 65_535,
    height: 1,
    alt: awkwardText,
    caption: awkwardText,
    focus: { x: 1 / 3, y: 0 },
    uploadedBy: userId(1),
    createdAt: 0,
    updatedAt: 253_402_300_799_999,
  });
