import { equal } from './assert.ts';
import { spoil } from './cases.ts';
import type { RepositoriesSubject } from './repositories-subject.ts';
import { awkwardText, mediaId, momentOf, sampleMedia, sampleUser, userId } from './samples.ts';
import type { ConformanceCase } from './suite.ts';

/** What a media repository promises of the texts of a file; part of its suite. */
export const mediaTextPromises: Readonly<
  Record<string, ConformanceCase<RepositoriesSubject>['run']>
> = {
  'updateTexts writes what it is given and nothing else': async ({ repositories }) => {
    const { media, users } = repositories;
    await users.insert(sampleUser(1));
    const first = sampleMedia(1, { caption: 'As it was', uploadedBy: userId(1) });
    await media.insert(first);
    await media.insert(sampleMedia(2));
    const described = { ...first, alt: awkwardText, updatedAt: momentOf(40) };
    const answer = await media.updateTexts(mediaId(1), { alt: awkwardText }, momentOf(40));
    equal(answer, described, 'the answer');
    spoil(answer);
    equal(await media.findById(mediaId(1)), described, 'the record');
    const emptied = { ...described, caption: '' };
    equal(await media.updateTexts(mediaId(1), { caption: '' }, momentOf(40)), emptied, 'emptied');
    equal(await media.findById(mediaId(2)), sampleMedia(2), 'the other record');
  },

  'texts written at once all stay': async ({ repositories: { media } }) => {
    await media.insert(sampleMedia(1));
    await Promise.all([
      media.updateTexts(mediaId(1), { alt: 'An alt' }, momentOf(40)),
      media.updateTexts(mediaId(1), { caption: 'A caption' }, momentOf(41)),
    ]);
    const { alt, caption } = (await media.findById(mediaId(1))) ?? {};
    equal([alt, caption], ['An alt', 'A caption'], 'the texts');
  },

  'updateTexts never sets the time of the last change back': async ({
    repositories: { media },
  }) => {
    await media.insert(sampleMedia(1, { updatedAt: momentOf(30) }));
    const answer = await media.updateTexts(mediaId(1), { alt: 'Late' }, momentOf(20));
    equal(answer?.updatedAt, momentOf(30), 'the time');
  },

  'updateTexts leaves files alone that are not ready or not there': async ({
    repositories: { media },
  }) => {
    for (const [n, state] of [
      [1, 'pending'],
      [2, 'deleting'],
    ] as const) {
      await media.insert(sampleMedia(n, { state }));
      equal(await media.updateTexts(mediaId(n), { alt: 'x' }, momentOf(40)), undefined, state);
      equal(await media.findById(mediaId(n)), sampleMedia(n, { state }), 'the record');
    }
    equal(await media.updateTexts(mediaId(3), { alt: 'x' }, momentOf(40)), undefined, 'absent');
    equal(await media.findById(mediaId(3)), undefined, 'no record');
  },
};
