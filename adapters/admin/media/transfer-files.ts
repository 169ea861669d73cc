import { t } from '../catalogue/texts.ts';

/** Whether files are dragged or pasted. */
export const hasFiles = (data: DataTransfer | null): data is DataTransfer =>
  data?.types.includes('Files') ?? false;

/** The files of a drop, and whether there were folders: a browser has only their names. */
export const droppedFiles = ({
  items,
}: DataTransfer): { readonly files: readonly File[]; readonly hasFolder: boolean } => {
  const entries = [...items].filter(({ kind }) => kind === 'file');
  const folders = entries.filter((item) => item.webkitGetAsEntry()?.isDirectory === true);
  const files = entries
    .filter((item) => !folders.includes(item))
    .flatMap((item) => item.getAsFile() ?? []);
  return { files, hasFolder: folders.length > 0 };
};

/** Browsers give each pasted image this name. */
const pastedName = 'image.png';

/** The files of a paste. An image without a name of its own is named after the time. */
export const pastedFiles = ({ files }: DataTransfer): readonly File[] =>
  [...files].map((file) => {
    if (file.name !== pastedName) return file;
    // The Swedish format is ISO 8601 in local time.
    const time = new Date().toLocaleString('sv').replaceAll(':', '-');
    return new File([file], t.uploads.pastedName(time), { type: file.type });
  });

/**
 * Makes files that are dropped where nothing takes them do nothing: the browser would open them in the
 * place of the page.
 */
export const ignoreStrayFiles = (): void => {
  for (const type of ['dragover', 'drop'] as const) {
    addEventListener(type, (event) => {
      const isTaken =
        event.defaultPrevented ||
        (event.target instanceof Element && event.target.closest('input[type=file]') !== null);
      if (isTaken || !hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'none';
    });
  }
};
