import type { MediaFile } from '../../core/index.ts';
import { equal, ok } from './assert.ts';
import type { RepositoriesSubject } from './repositories-subject.ts';
import { sampleMedia } from './samples.ts';
import type { ConformanceCase } from './suite.ts';

/** What a media repository promises of a walk by key; part of its suite. */
export const mediaWalkPromises: Readonly<
  Record<string, ConformanceCase<RepositoriesSubject>['run']>
> = {
  'listByKey walks through the records of every state once, by ascending key': async ({
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
    equal(await media.listByKey(undefined, 100), expected, 'all at once');
    for (const size of [1, 3]) {
      const walked: MediaFile[] = [];
      for (
        let page = await media.listByKey(undefined, size);
        page.length > 0 && walked.length <= files.length;
        page = await media.listByKey(page.at(-1)?.key, size)
      ) {
        ok(page.length <= size, 'a page is not longer than asked for');
        walked.push(...page);
      }
      equal(walked, expected, `pages of ${size}`);
    }
    equal(
      (await media.listByKey('a/n', 2)).map(({ key }) => key),
      ['a/x', 'a0/x'],
      'keys after one that no record has',
    );
  },
};
