import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../catalogue/texts.ts';
import { showToast } from '../../components/show-toast.ts';
import { droppedFiles, hasFiles, pastedFiles } from '../../media/transfer-files.ts';

const hasDialog = (): boolean => document.querySelector('dialog[open]') !== null;

const takeDropped = (data: DataTransfer): readonly File[] => {
  const { files, hasFolder } = droppedFiles(data);
  if (hasFolder) {
    showToast({
      kind: 'failed',
      text: t.files.noFolders,
    });
  }
  return files;
};

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
        if (!hasDialog()) take(takeDropped(event.dataTransfer));
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
