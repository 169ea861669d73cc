import type { MediaFileDto } from '../../../../contracts/operations/media.ts';
import { numberText } from '../../catalogue/forms.ts';
import { t } from '../../catalogue/texts.ts';

/** Files that are selected, also on pages that are not shown. */
export interface MediaSelection {
  readonly files: ReadonlyMap<string, MediaFileDto>;
  /** The file from which a range goes. */
  readonly last: string | undefined;
}

export const noSelection: MediaSelection = { files: new Map(), last: undefined };

/** Adds files, in their order. */
export const selectAll = (
  { files, last }: MediaSelection,
  added: readonly MediaFileDto[],
): MediaSelection => ({
  files: new Map([...files, ...added.map((file) => [file.id, file] as const)]),
  last,
});

/**
 * Selects a file, or no longer.
 *
 * @param shown the files of the page, in their order.
 * @param isRange whether everything from the last file to this one gets what this one gets.
 */
export const toggleFile = (
  selection: MediaSelection,
  shown: readonly MediaFileDto[],
  file: MediaFileDto,
  isRange: boolean,
): MediaSelection => {
  const placeOf = (id: string | undefined): number => shown.findIndex((each) => each.id === id);
  const end = placeOf(file.id);
  const from = isRange ? placeOf(selection.last) : -1;
  const start = from < 0 ? end : from;
  const range = shown.slice(Math.min(start, end), Math.max(start, end) + 1);
  const files = new Map(selection.files);
  const isSelected = files.has(file.id);
  for (const each of range) {
    if (isSelected) files.delete(each.id);
    else files.set(each.id, each);
  }
  return { files, last: file.id };
};

/** The selection with files as they are now, and without those that are gone. */
export const withChanged = (
  { files, last }: MediaSelection,
  changed: readonly MediaFileDto[],
): MediaSelection => {
  const current = new Map(files);
  for (const file of changed) if (current.has(file.id)) current.set(file.id, file);
  return { files: current, last };
};

/** “3 selected”. */
export const selectedText = ({ files }: MediaSelection): string =>
  t.library.selected(numberText(files.size));
