import type { MediaRepository, ReplacedObject, Store } from '../../../core/store.ts';
import { encodeJson, objectKeyOf } from '../../../core/vocabulary.ts';
import { equal, rejectsWith } from '../assert.ts';
import { racers, times } from '../cases.ts';
import { awkwardText, mediaId, momentOf, sampleMedia, sampleUser, userId } from '../samples.ts';
import type { Promises } from '../suite.ts';

/** The part of the MediaRepository suite about the objects of files, and their replacement. */
export const mediaObjectPromises: Promises<Store> = {
  'replaceObject replaces the bytes, and keeps everything else': async ({ repositories }) => {
    const { media, outbox } = repositories;
    const first = sampleMedia(1, { alt: 'Kept', focus: { x: 0.25, y: 0.75 }, folder: 'a' });
    await media.insert(first);
    await media.insert(sampleMedia(2));
    const object = replacement({ key: first.key, objectKey: 'new/object' });
    const event = encodeJson({ a: awkwardText });
    const given = { id: mediaId(1), expectedObject: first.key, object, now: momentOf(40) };
    const replaced = { ...first, ...object, updatedAt: momentOf(40) };
    equal(await media.replaceObject(given, event), replaced, 'result');
    equal(await media.findByKey(first.key), replaced, 'the record');
    equal(await media.findById(mediaId(2)), sampleMedia(2), 'the other record');
    equal(await media.replaceObject(given, event), undefined, 'of bytes that it has no more');
    equal((await listWith(media, ['replaced'])).length, 1, 'by a word of the new name');
    const own = replacement({ key: 'new/address' });
    const again = { ...given, expectedObject: 'new/object', object: own };
    const { objectKey: _, ...without } = { ...replaced, ...own };
    equal(await media.replaceObject(again), without, 'with the new address');
    equal(await media.findByKey(first.key), undefined, 'the former address');
    equal(await outbox.list(10), [event], 'events');
  },

  'replaceObject ignores files that are not ready or do not exist': async ({
    repositories: { media },
  }) => {
    const pending = sampleMedia(1, { state: 'deleting' });
    await media.insert(pending);
    const object = replacement({ key: pending.key, objectKey: 'new/object' });
    for (const n of [1, 2]) {
      const given = { id: mediaId(n), expectedObject: pending.key, object, now: momentOf(40) };
      equal(await media.replaceObject(given), undefined, `result ${n}`);
    }
    equal(await media.findById(mediaId(1)), pending, 'the record');
  },

  'replaceObject keeps what the record was as another record': async ({ repositories }) => {
    const { media, users } = repositories;
    await users.insert(sampleUser(1));
    const first = sampleMedia(1, {
      alt: awkwardText,
      texts: { de: { alt: awkwardText } },
      focus: { x: 1 / 3, y: 0 },
      crop: { x: 0, y: 0.5, width: 1 / 3, height: 0.5 },
      folder: 'a/b',
      uploadedBy: userId(1),
      objectKey: 'an/object',
    });
    await media.insert(first);
    const object = replacement({ key: 'new/address' });
    const now = momentOf(40);
    const given = {
      id: first.id,
      expectedObject: objectKeyOf(first),
      object,
      now,
      formerId: mediaId(9),
    };
    const { objectKey: _, ...replaced } = { ...first, ...object, updatedAt: now };
    equal(await media.replaceObject(given), replaced, 'result');
    equal(await media.findByKey(first.key), { ...first, id: mediaId(9) }, 'what it was');
    equal(await media.findById(first.id), replaced, 'the record');
  },

  'no two records name the same object': async ({ repositories: { media } }) => {
    await media.insert(sampleMedia(1, { objectKey: 'an/object' }));
    await media.insert(sampleMedia(2));
    const { key } = sampleMedia(2);
    await rejectsWith('id_taken', media.insert(sampleMedia(3, { key: 'an/object' })));
    await rejectsWith('id_taken', media.insert(sampleMedia(3, { objectKey: key })));
    const object = replacement({ key, objectKey: 'an/object' });
    const given = { id: mediaId(2), expectedObject: key, object, now: momentOf(40) };
    await rejectsWith('id_taken', media.replaceObject(given));
    equal(await media.findById(mediaId(2)), sampleMedia(2), 'the record');
    // The key of an address whose bytes were replaced names no object.
    await media.insert(sampleMedia(3, { objectKey: sampleMedia(1).key }));
    const byObject = (await media.listByKey(undefined, 10)).map(objectKeyOf);
    equal(byObject, ['an/object', sampleMedia(1).key, key].toSorted(), 'in the order of objects');
    equal(
      (await media.listByKey('an/object', 1)).map(({ id }) => id),
      [mediaId(3)],
      'the next one',
    );
  },

  'of concurrent replacements of the same bytes, exactly one succeeds': async ({
    repositories: { media },
  }) => {
    await media.insert(sampleMedia(1));
    const { key } = sampleMedia(1);
    const results = await Promise.all(
      times(racers, (n) =>
        media.replaceObject({
          id: mediaId(1),
          expectedObject: key,
          object: replacement({ key, objectKey: `new/object-${n}` }),
          now: momentOf(40),
        }),
      ),
    );
    const done = results.filter((result) => result !== undefined);
    equal(done.length, 1, 'how many succeed');
    equal(await media.findById(mediaId(1)), done[0], 'the record');
  },
};

const replacement = (keys: Pick<ReplacedObject, 'key' | 'objectKey'>): ReplacedObject => ({
  filename: 'new.png',
  originalName: 'Replaced.png',
  mimeType: 'image/png',
  size: 7,
  width: 30,
  height: 20,
  ...keys,
});

const listWith = (media: MediaRepository, words: readonly string[]) =>
  media.list({ limit: 10, offset: 0, words });
