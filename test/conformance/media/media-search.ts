import { meetsMediaFilter, type Store } from '../../../core/store.ts';
import type { MediaFile } from '../../../core/vocabulary.ts';
import { equal, ok } from '../assert.ts';
import { times } from '../cases.ts';
import { awkwardText, mediaId, momentOf, sampleMedia } from '../samples.ts';
import type { Promises } from '../suite.ts';
import { idsOf, listReady, newestFirst } from './media-lists.ts';

/** The part of the MediaRepository suite about searches, numbers and folders. */
export const mediaSearchPromises: Promises<Store> = {
  'list finds files by the beginnings of words in any of their names and texts': async ({
    repositories: { media },
  }) => {
    for (const file of worded) await media.insert(file);
    const found = async (...words: readonly string[]): Promise<readonly string[]> =>
      idsOf(await listReady(media, { words }));
    const expected = (words: readonly string[]) =>
      idsOf(worded.filter((file) => meetsMediaFilter(file, { words })).toSorted(newestFirst));
    for (const words of wordsAsked) equal(await found(...words), expected(words), words.join(' '));
    equal(await found('gezeit'), [mediaId(3)], 'a text in another language');
    equal(await found('cafe', 'pool'), [mediaId(2)], 'words of different members, without accents');
    equal(await found('img', '2041'), [mediaId(1)], 'a name');
    equal(await found('ool'), [], 'the end of a word');
    equal(await found('pool', 'absent'), [], 'only all words');
    ok((await found('po')).length > 1, 'a beginning finds several files');
  },

  'a file is found by its words as they are after a change': async ({
    repositories: { media },
  }) => {
    await media.insert(sampleMedia(1, { alt: 'Before', texts: { de: { alt: 'Vorher' } } }));
    const found = async (word: string): Promise<number> =>
      (await listReady(media, { words: [word] })).length;
    await media.updateDetails(mediaId(1), { alt: 'After' }, momentOf(40));
    await media.updateDetails(mediaId(1), { texts: { de: { alt: 'Nachher' } } }, momentOf(40));
    await media.updateDetails(mediaId(1), { originalName: 'Given.pdf' }, momentOf(40));
    for (const word of ['after', 'nachher', 'given']) equal(await found(word), 1, word);
    for (const word of ['before', 'vorher']) equal(await found(word), 0, word);
    ok(await media.update(sampleMedia(1, { caption: 'Replaced' }), 'ready'), 'an update');
    equal([await found('replaced'), await found('after')], [1, 0], 'after an update');
  },

  'list and count combine folders, kinds, words and missing texts': async ({
    repositories: { media },
  }) => {
    for (const file of combined) await media.insert(file);
    const folders = [
      {},
      { folder: 'a' },
      { folder: 'a', withSubfolders: true },
      { folder: 'a/b', withSubfolders: true },
      { folder: 'x', withSubfolders: true },
    ];
    for (const folder of folders) {
      for (const kind of [{}, { kind: 'image' }, { kind: 'video' }] as const) {
        for (const words of [{}, { words: ['red'] }, { words: ['bl'] }]) {
          for (const alt of [{}, { withoutOwnAlt: true }]) {
            const filter = { ...folder, ...kind, ...words, ...alt };
            const expected = idsOf(
              combined.filter((file) => meetsMediaFilter(file, filter)).toSorted(newestFirst),
            );
            const title = JSON.stringify(filter);
            equal(idsOf(await listReady(media, filter)), expected, title);
            const page = await listReady(media, { ...filter, limit: 3, offset: 2 });
            equal(idsOf(page), expected.slice(2, 5), `a page of ${title}`);
            equal(await media.count(filter, 1_000), expected.length, `the number of ${title}`);
            equal(
              await media.count(filter, 2),
              Math.min(2, expected.length),
              `up to two of ${title}`,
            );
          }
        }
      }
    }
  },

  'listFolders counts the ready files directly in each folder': async ({
    repositories: { media },
  }) => {
    const inFolders = ['b', 'a/b', 'a', 'a b', 'A', 'a/b', 'b', 'b'];
    for (const [n, folder] of inFolders.entries()) await media.insert(sampleMedia(n, { folder }));
    await media.insert(sampleMedia(20, { folder: 'c', state: 'pending' }));
    await media.insert(sampleMedia(21, { folder: 'b', state: 'deleting' }));
    const all = [
      { path: 'A', files: 1 },
      { path: 'a', files: 1 },
      { path: 'a b', files: 1 },
      { path: 'a/b', files: 2 },
      { path: 'b', files: 3 },
    ];
    equal(await media.listFolders(10), all, 'all folders');
    equal(await media.listFolders(2), all.slice(0, 2), 'the first two');
  },
};

/** Files with words in different members. */
const worded: readonly MediaFile[] = [
  sampleMedia(1, { originalName: 'IMG_2041.jpg', alt: 'A tidal Pool' }),
  sampleMedia(2, { caption: 'Café at the POOL', texts: { fr: { caption: 'Un bassin' } } }),
  sampleMedia(3, { texts: { de: { alt: 'Ein Gezeitentümpel' }, fr: { alt: 'Un bassin' } } }),
  sampleMedia(4, { alt: awkwardText, originalName: '東京都の写真.png' }),
  sampleMedia(5, { alt: 'Poles in winter', state: 'deleting' }),
  sampleMedia(6, { caption: 'Poles, again', filename: 'poles-again.pdf' }),
  sampleMedia(7, { alt: "it's \\ 'quoted' & <b>:*" }),
];

const wordsAsked: readonly (readonly string[])[] = [
  ['po'],
  ['pool'],
  ['un', 'bas'],
  ['file'],
  ['poles'],
  ['東京'],
  ['写'],
  ['double'],
  ['ss'],
  ['i'],
  ['quoted'],
];

/** Files with each combination of a folder, a kind, words and an alternative text. */
const combined: readonly MediaFile[] = times(80, (n) =>
  sampleMedia(n, {
    folder: ['a', 'a/b', 'a/b/c', 'a b', 'a-b', 'ab', 'x/y', 'uploads'][n % 8] ?? 'uploads',
    kind: (['image', 'video', 'image'] as const)[n % 3] ?? 'image',
    alt: n % 5 < 2 ? '' : 'A red dot',
    caption: n % 7 < 3 ? 'Blue' : '',
    state: n % 11 === 10 ? 'pending' : 'ready',
    createdAt: momentOf((n * 7) % 13),
  }),
);
