import { useEffect, useRef, useState } from 'preact/hooks';
import { showToast } from '../../components/toasts.tsx';

const hasFiles = (data: DataTransfer | null): data is DataTransfer =>
  data?.types.includes('Files') ?? false;

const hasDialog = (): boolean => document.querySelector('dialog[open]') !== null;

/** The files of a drop. A folder cannot be sent: the browser has only its name. */
const droppedFiles = ({ items }: DataTransfer): readonly File[] => {
  const entries = [...items].filter(({ kind }) => kind === 'file');
  const folders = entries.filter((item) => item.webkitGetAsEntry()?.isDirectory === true);
  if (folders.length > 0) {
    showToast({
      kind: 'failed',
      text: 'Folders cannot be uploaded. Open the folder and drop the files in it.',
    });
  }
  return entries
    .filter((item) => !folders.includes(item))
    .flatMap((item) => item.getAsFile() ?? []);
};

/** Browsers give each pasted image this name. */
const pastedName = 'image.png';

const pastedFiles = ({ files }: DataTransfer): readonly File[] =>
  [...files].map((file) => {
    if (file.name !== pastedName) return file;
    // The Swedish format is ISO 8601 in local time.
    const time = new Date().toLocaleString('sv').replaceAll(':', '-');
    return new File([file], `Pasted ${time}.png`, { type: file.type });
  });

/**
 * Takes files that the user drops anywhere on the page or pastes, while the component is shown. An open
 * dialog takes none.
 *
 * @param onFiles undefined to take none.
 * @returns whether files are being dragged over the page.
 */
export const useFileDrop = (onFiles: ((files: readonly File[]) => void) | undefined): boolean => {
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;
  const isEnabled = onFiles !== undefined;
  useEffect(() => {
    if (!isEnabled) return undefined;
    const listeners = new AbortController();
    const options = { signal: listeners.signal };
    const take = (files: readonly File[]): void => {
      if (files.length > 0) latest.current?.(files);
    };
    addEventListener(
      'dragover',
      (event) => {
        if (!hasFiles(event.dataTransfer)) return;
        // Otherwise the browser opens the file in the place of the admin.
        event.preventDefault();
        setOver(!hasDialog());
      },
      options,
    );
    addEventListener(
      'dragleave',
      (event) => {
        if (event.relatedTarget === null) setOver(false);
      },
      options,
    );
    addEventListener(
      'drop',
      (event) => {
        if (!hasFiles(event.dataTransfer)) return;
        event.preventDefault();
        setOver(false);
        if (!hasDialog()) take(droppedFiles(event.dataTransfer));
      },
      options,
    );
    addEventListener(
      'paste',
      ({ clipboardData }) => {
        if (hasFiles(clipboardData) && !hasDialog()) take(pastedFiles(clipboardData));
      },
      options,
    );
    return () => listeners.abort();
  }, [isEnabled]);
  return isOver;
};
