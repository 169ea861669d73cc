import {
  mediaKinds,
  type MediaFile,
  type MediaQuery,
  type MediaRepository,
} from '../../core/index.ts';
import { equal, ok, rejectsWith } from './assert.ts';
import { oneIsTrue, oneWins, racers, spoil, times } from './cases.ts';
import { mediaTextPromises } from './media-texts.ts';
import { mediaWalkPromises } from './media-walks.ts';
import type { RepositoriesSubject } from './repositories-subject.ts';
import { awkwardText, mediaId, momentOf, sampleMedia, sampleUser, userId } from './samples.ts';
import { suite } from './suite.ts';

export const mediaRepositorySuite = suite<RepositoriesSubject>('MediaRepository', {
  'a new record is found by id and by key, as it was': async ({ repositories }) => {
    const { media, users } = repositories;
    await users.insert(sampleUser(1));
    await media.insert(fullMedia());
    await media.insert(sampleMedia(2));
    equal(await media.findById(mediaId(1)), fullMedia(), 'by id');
    equal(await media.findByKey(fullMedia().key), fullMedia(), 'by key');
  },

  'what is absent from a record stays absent': async ({ repositories: { media } }) => {
    await media.insert(sampleMedia(1));
    const found = await media.findById(mediaId(1));
    ok(found !== undefined, 'the record is there');
    const { width, height, uploadedBy } = found;
    equal([width, height, uploadedBy], [undefined, undefined, undefined], 'what is absent');
  },

  'what was never stored is not found': async ({ repositories: { media } }) => {
    await media.insert(sampleMedia(1));
    equal(await media.findById(mediaId(2)), undefined, 'by id');
    equal(await media.findByKey('uploads'), undefined, 'by part of a key');
  },

  'a taken id or key is refused and nothing changes': async ({ repositories: { media } }) => {
    await media.insert(sampleMedia(1));
    const { key } = sampleMedia(1);
    await rejectsWith('id_taken', media.insert(sampleMedia(1, { key: 'uploads/other' })));
    await rejectsWith('id_taken', media.insert(sampleMedia(2, { key })));
    equal(await listed(media, {}), [sampleMedia(1)], 'list');
  },

  'of records racing for a key one is stored': async ({ repositories: { media } }) => {
    const files = times(racers, (n) => sampleMedia(n, { key: 'uploads/wanted' }));
    const winner = await oneWins(
      'id_taken',
      files.map((file) => media.insert(file)),
    );
    equal(await listed(media, {}), files.slice(winner, winner + 1), 'list');
  },

  'update replaces that record and no other': async ({ repositories }) => {
    const { media, users } = repositories;
    await users.insert(sampleUser(1));
    for (const file of times(2, sampleMedia)) await media.insert(file);
    equal(await media.update(fullMedia(), 'ready'), true, 'the answer');
    equal(await media.findById(mediaId(1)), fullMedia(), 'the record');
    equal(await media.findById(mediaId(2)), sampleMedia(2), 'the other record');
  },

  'update does nothing once the state has moved': async ({ repositories: { media } }) => {
    await media.insert(sampleMedia(1, { state: 'pending' }));
    const ready = sampleMedia(1, { state: 'ready' });
    equal(await media.update(ready, 'deleting'), false, 'an update from another state');
    equal((await media.findById(mediaId(1)))?.state, 'pending', 'the state');
    equal(await media.update(ready, 'pending'), true, 'an update from its state');
    equal(await media.update(ready, 'pending'), false, 'the same update again');
    equal(await media.findById(mediaId(1)), ready, 'the record');
  },

  'of updates racing from one state to others one takes effect': async ({
    repositories: { media },
  }) => {
    await media.insert(sampleMedia(1, { state: 'pending' }));
    const files = times(racers, (n) =>
      sampleMedia(1, { state: n % 2 === 0 ? 'ready' : 'deleting', alt: `Racer ${n}` }),
    );
    const winner = await oneIsTrue(files.map((file) => media.update(file, 'pending')));
    equal(await media.findById(mediaId(1)), files[winner], 'the record');
  },

  'update does not store what is not there': async ({ repositories: { media } }) => {
    equal(await media.update(sampleMedia(1), 'ready'), false, 'the answer');
    equal(await media.findById(mediaId(1)), undefined, 'the record');
  },

  'delete removes that record and no other, in any state': async ({ repositories: { media } }) => {
    for (const state of ['pending', 'ready', 'deleting'] as const) {
      await media.insert(sampleMedia(1, { state }));
      await media.insert(sampleMedia(2, { state }));
      equal(await media.delete(mediaId(1)), true, `a delete in state ${state}`);
      equal(await media.delete(mediaId(1)), false, 'a second delete');
      equal(await media.findById(mediaId(1)), undefined, 'the record');
      equal(await media.findByKey(sampleMedia(1).key), undefined, 'the record by key');
      equal(await media.findById(mediaId(2)), sampleMedia(2, { state }), 'the other record');
      ok(await media.delete(mediaId(2)), 'the other record was there');
    }
  },

  'list begins with the newest and breaks ties by id, descending': async ({
    repositories: { media },
  }) => {
    const files = times(12, (n) =>
      sampleMedia((n * 5) % 13, { createdAt: momentOf(n % 4), updatedAt: momentOf((n * 7) % 13) }),
    );
    for (const file of files) await media.insert(file);
    const expected = idsOf(files.toSorted(newestFirst));
    equal(idsOf(await listed(media, {})), expected, 'ids');
    for (const offset of [0, 5, 10, 12, 1_000_000]) {
      const page = await listed(media, { limit: 5, offset });
      equal(idsOf(page), expected.slice(offset, offset + 5), `ids from ${offset}`);
    }
  },

  'every combination of filters gives the ready files it should': async ({
    repositories: { media },
  }) => {
    for (const file of mixedFiles) await media.insert(file);
    for (const folder of [undefined, ...folders, 'a', 'A/B', 'a/']) {
      for (const kind of [undefined, ...mediaKinds]) {
        const expected = mixedFiles
          .filter(({ state }) => state === 'ready')
          .filter((file) => folder === undefined || file.folder === folder)
          .filter((file) => kind === undefined || file.kind === kind)
          .toSorted(newestFirst);
        const query = {
          ...(folder !== undefined && { folder }),
          ...(kind !== undefined && { kind }),
        };
        equal(idsOf(await listed(media, query)), idsOf(expected), `ids for ${folder} and ${kind}`);
      }
    }
    ok((await listed(media, { folder: 'a/b', kind: 'video' })).length > 0, 'some files are found');
  },

  'listAfter walks through the ready files once, by ascending id': async ({
    repositories: { media },
  }) => {
    for (const file of mixedFiles) await media.insert(file);
    const walked: MediaFile[] = [];
    for (
      let page = await media.listAfter(undefined, 3);
      page.length > 0 && walked.length <= mixedFiles.length;
    ) {
      ok(page.length <= 3, 'a page is not longer than asked for');
      walked.push(...page);
      page = await media.listAfter(page.at(-1)?.id, 3);
    }
    equal(
      walked,
      mixedFiles.filter(({ state }) => state === 'ready'),
      'files',
    );
  },

  'listUnfinished answers old records that are not ready, oldest first': async ({
    repositories: { media },
  }) => {
    const files = [
      sampleMedia(1, { state: 'pending', createdAt: momentOf(1), updatedAt: momentOf(30) }),
      sampleMedia(2, { state: 'deleting', createdAt: momentOf(9), updatedAt: momentOf(10) }),
      sampleMedia(3, { state: 'ready', updatedAt: momentOf(5) }),
      sampleMedia(4, { state: 'pending', createdAt: momentOf(2), updatedAt: momentOf(20) }),
    ];
    for (const file of files.toReversed()) await media.insert(file);
    const unfinished = async (time: number, limit: number): Promise<readonly string[]> =>
      idsOf(await media.listUnfinished(time, limit));
    equal(await unfinished(momentOf(31), 10), [2, 4, 1].map(mediaId), 'all of them');
    equal(await unfinished(momentOf(31), 2), [2, 4].map(mediaId), 'the first two');
    equal(await unfinished(momentOf(20), 10), [mediaId(2)], 'those before the second');
    equal(await unfinished(momentOf(10), 10), [], 'those before the first');
    equal(await media.listUnfinished(momentOf(11), 1), [files[1]], 'a whole record');
  },

  'changing an object that went in or came out changes nothing stored': async ({
    repositories: { media },
  }) => {
    const given = sampleMedia(1, { state: 'pending' });
    await media.insert(given);
    spoil(given);
    spoil(await media.listUnfinished(momentOf(50), 1));
    const ready = sampleMedia(1);
    ok(await media.update(ready, 'pending'), 'the record was there');
    spoil(ready);
    spoil(await media.findById(mediaId(1)));
    spoil(await media.findByKey(sampleMedia(1).key));
    spoil(await media.listAfter(undefined, 1));
    spoil(await media.listByKey(undefined, 1));
    spoil(await listed(media, {}));
    equal(await listed(media, {}), [sampleMedia(1)], 'list');
  },

  ...mediaTextPromises,
  ...mediaWalkPromises,
});

/** The first record, with everything a record can hold. */
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
    uploadedBy: userId(1),
    createdAt: 0,
    updatedAt: 253_402_300_799_999,
  });

const folders = ['uploads', 'a/b', 'a/b/c', 'a_b', 'axb', 'a%'] as const;

/** Every kind in every folder, most of them ready; in ascending order of ids. */
const mixedFiles: readonly MediaFile[] = times(72, (n) =>
  sampleMedia(n, {
    folder: folders[n % 6] ?? 'uploads',
    kind: mediaKinds[Math.floor(n / 6) % 4] ?? 'image',
    state: (['ready', 'ready', 'pending', 'ready', 'deleting'] as const)[n % 5] ?? 'ready',
    createdAt: momentOf((n * 11) % 7),
  }),
);

const newestFirst = (left: MediaFile, right: MediaFile): number =>
  right.createdAt - left.createdAt || (left.id < right.id ? 1 : -1);

const idsOf = (files: readonly MediaFile[]): readonly string[] => files.map(({ id }) => id);

const listed = (
  media: MediaRepository,
  query: Partial<MediaQuery>,
): Promise<readonly MediaFile[]> => media.list({ limit: 1_000, offset: 0, ...query });
