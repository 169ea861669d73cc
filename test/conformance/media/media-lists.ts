import type { MediaQuery, MediaRepository, Store } from '../../../core/store.ts';
import { mediaKinds, type MediaFile } from '../../../core/vocabulary.ts';
import { equal, ok } from '../assert.ts';
import { times } from '../cases.ts';
import { mediaId, momentOf, sampleMedia } from '../samples.ts';
import type { Promises } from '../suite.ts';

/** The part of the MediaRepository suite about lists. */
export const mediaListPromises: Promises<Store> = {
  'list is sorted by creation time, then id, both descending': async ({
    repositories: { media },
  }) => {
    const files = times(12, (n) =>
      sampleMedia((n * 5) % 13, { createdAt: momentOf(n % 4), updatedAt: momentOf((n * 7) % 13) }),
    );
    for (const file of files) await media.insert(file);
    const expected = idsOf(files.toSorted(newestFirst));
    equal(idsOf(await allReady(media)), expected, 'ids');
    for (const offset of [0, 5, 10, 12, 1_000_000]) {
      const page = await listReady(media, { limit: 5, offset });
      equal(idsOf(page), expected.slice(offset, offset + 5), `ids from ${offset}`);
    }
  },

  'list filters ready files by any combination of filters': async ({ repositories: { media } }) => {
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
        equal(
          idsOf(await listReady(media, query)),
          idsOf(expected),
          `ids for ${folder} and ${kind}`,
        );
      }
    }
    ok(
      (await listReady(media, { folder: 'a/b', kind: 'video' })).length > 0,
      'the filters match some files',
    );
  },

  'listAfter returns every ready file once, sorted by id': async ({ repositories: { media } }) => {
    for (const file of mixedFiles) await media.insert(file);
    const found: MediaFile[] = [];
    for (
      let page = await media.listAfter(undefined, 3);
      page.length > 0 && found.length <= mixedFiles.length;
    ) {
      ok(page.length <= 3, 'a page is not longer than its limit');
      found.push(...page);
      page = await media.listAfter(page.at(-1)?.id, 3);
    }
    equal(
      found,
      mixedFiles.filter(({ state }) => state === 'ready'),
      'files',
    );
  },

  'listByKey returns every record once, in any state, sorted by key': async ({
    repositories: { media },
  }) => {
    const keys = ['b/x', 'a/x', 'a-b/x', 'A/x', 'a0/x', 'a/m', 'a.b/x', '0/x'];
    const files = keys.map((key, n) =>
      sampleMedia(n + 1, {
        key,
        state: (['ready', 'pending', 'deleting'] as const)[n % 3] ?? 'ready',
      }),
    );
    for (const file of files) await media.insert(file);
    const expected = files.toSorted((left, right) => (left.key < right.key ? -1 : 1));
    equal(await media.listByKey(undefined, 100), expected, 'one page');
    for (const size of [1, 3]) {
      const found: MediaFile[] = [];
      for (
        let page = await media.listByKey(undefined, size);
        page.length > 0 && found.length <= files.length;
        page = await media.listByKey(page.at(-1)?.key, size)
      ) {
        ok(page.length <= size, 'a page is not longer than its limit');
        found.push(...page);
      }
      equal(found, expected, `pages of ${size}`);
    }
    equal(
      (await media.listByKey('a/n', 2)).map(({ key }) => key),
      ['a/x', 'a0/x'],
      'keys after a key that does not exist',
    );
  },

  'listUnfinished returns old records that are not ready, oldest first': async ({
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
    equal(await unfinished(momentOf(31), 10), [2, 4, 1].map(mediaId), 'all records');
    equal(await unfinished(momentOf(31), 2), [2, 4].map(mediaId), 'first two records');
    equal(await unfinished(momentOf(20), 10), [mediaId(2)], 'records before the second');
    equal(await unfinished(momentOf(10), 10), [], 'records before the first');
    equal(await media.listUnfinished(momentOf(11), 1), [files[1]], 'the record');
  },
};

const folders = ['uploads', 'a/b', 'a/b/c', 'a_b', 'axb', 'a%'] as const;

/** Files of every kind in every folder, most of them ready, in ascending order of ids. */
const mixedFiles: readonly MediaFile[] = times(72, (n) =>
  sampleMedia(n, {
    folder: folders[n % 6] ?? 'uploads',
    kind: mediaKinds[Math.floor(n / 6) % 4] ?? 'image',
    state: (['ready', 'ready', 'pending', 'ready', 'deleting'] as const)[n % 5] ?? 'ready',
    createdAt: momentOf((n * 11) % 7),
  }),
);

export const newestFirst = (left: MediaFile, right: MediaFile): number =>
  right.createdAt - left.createdAt || (left.id < right.id ? 1 : -1);

export const idsOf = (files: readonly MediaFile[]): readonly string[] => files.map(({ id }) => id);

/** The ready files, newest first. */
export const allReady = (media: MediaRepository): Promise<readonly MediaFile[]> =>
  listReady(media, {});

export const listReady = (
  media: MediaRepository,
  query: Partial<MediaQuery>,
): Promise<readonly MediaFile[]> => media.list({ limit: 1_000, offset: 0, ...query });
