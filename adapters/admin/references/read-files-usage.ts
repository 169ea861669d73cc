import { api } from '../api/client.ts';
import { mapSome } from '../api/map-some.ts';
import type { Usage } from './read-usage.ts';
import { referrersOfEach } from './referrers.ts';

export interface UsedFile<File> extends Usage {
  readonly file: File;
}

export interface FilesUsage<File> {
  /** Those that are used, in their order, with the first items that use each. */
  readonly used: readonly UsedFile<File>[];
  /** How many files were not looked at. */
  readonly unread: number;
}

/** A selection can be of any size. */
const filesMax = 50;

/** One entry for each item and field. */
const entriesMax = 20;

/** Which of many files are used, and where: of the first {@link filesMax}. @throws ApiError, OfflineError. */
export const readFilesUsage = async <File extends { readonly id: string }>(
  files: readonly File[],
): Promise<FilesUsage<File>> => {
  const read = files.slice(0, filesMax);
  const answers = await mapSome(
    read,
    async ({ id }) =>
      (await api.listMediaUsage({ params: { id }, query: { limit: entriesMax } })).body,
  );
  const referrers = await referrersOfEach(answers.map(({ data }) => data));
  const used = read.map((file, index) => ({
    file,
    referrers: referrers[index] ?? [],
    hasNext: answers[index]?.meta.more === true,
  }));
  return {
    used: used.filter((each) => each.referrers.length > 0),
    unread: files.length - read.length,
  };
};
