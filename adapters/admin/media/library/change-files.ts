import type { MediaFileDto } from '../../../../contracts/operations/media.ts';
import { bulkMediaMax } from '../../../../contracts/client/vocabulary.ts';
import { api } from '../../api/client.ts';
import { counted } from '../../catalogue/forms.ts';
import { t } from '../../catalogue/texts.ts';
import { offerUndo } from '../../components/undo.ts';
import { showToast } from '../../components/show-toast.ts';
import { removeImageWithoutAlt } from '../alt-texts.ts';
import { libraryChanged } from '../media-page.ts';

type Change = { readonly action: 'delete' } | { readonly action: 'move'; readonly folder: string };

interface Outcome {
  readonly done: readonly string[];
  /** Why the others failed: one sentence, and of how many files. */
  readonly failure: string | undefined;
}

/** @throws ApiError of a request that failed as a whole. What the requests before have done stays. */
const change = async (ids: readonly string[], command: Change): Promise<Outcome> => {
  const done: string[] = [];
  let failed = 0;
  let reason: string | undefined;
  for (let start = 0; start < ids.length; start += bulkMediaMax) {
    const body = { ...command, ids: ids.slice(start, start + bulkMediaMax) };
    for (const { id, status, error } of (await api.bulkMedia({ body })).body.data.results) {
      if (status === 200) done.push(id);
      else {
        failed += 1;
        reason ??= error;
      }
    }
  }
  const failure =
    failed === 0 ? undefined : `${counted(failed, t.library.notChanged)} ${reason ?? ''}`.trim();
  return { done, failure };
};

/**
 * Moves files, says so, and offers to move them back.
 *
 * @returns why some were not moved. @throws ApiError.
 */
export const moveFiles = async (
  files: readonly MediaFileDto[],
  folder: string,
): Promise<string | undefined> => {
  const moving = files.filter((file) => file.folder !== folder);
  const { done, failure } = await change(
    moving.map(({ id }) => id),
    { action: 'move', folder },
  );
  libraryChanged();
  if (done.length > 0) {
    const moved = moving.filter(({ id }) => done.includes(id));
    offerUndo(
      counted(done.length, (count) => t.library.moved(count, folder)),
      () => void moveBack(moved),
    );
  }
  return failure;
};

const moveBack = async (files: readonly MediaFileDto[]): Promise<void> => {
  let failure: string | undefined;
  for (const [folder, of] of Map.groupBy(files, (file) => file.folder)) {
    const outcome = await change(
      of.map(({ id }) => id),
      { action: 'move', folder },
    ).catch(() => ({ done: [], failure: t.library.notMovedBack }));
    failure ??= outcome.failure;
  }
  libraryChanged();
  showToast({ text: failure ?? counted(files.length, t.library.movedBack) });
};

/** Deletes files, and says so. @returns why some were not deleted. @throws ApiError. */
export const deleteFiles = async (files: readonly MediaFileDto[]): Promise<string | undefined> => {
  const { done, failure } = await change(
    files.map(({ id }) => id),
    { action: 'delete' },
  );
  for (const id of done) removeImageWithoutAlt(id);
  libraryChanged();
  if (done.length > 0) showToast({ text: counted(done.length, t.library.deleted) });
  return failure;
};
