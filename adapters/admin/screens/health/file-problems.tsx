import { useState } from 'preact/hooks';
import type { MediaFileDto } from '../../../../contracts/operations/media.ts';
import { FileDialog } from '../media/file-dialog.tsx';
import { MediaTable } from '../media/media-table.tsx';

interface FileProblemsProps {
  readonly found: readonly MediaFileDto[];
  /** Replaces the files that have the problem. */
  readonly onSet: (found: readonly MediaFileDto[]) => void;
  /** Whether a file that was changed no longer has the problem. */
  readonly isSolved: (file: MediaFileDto) => boolean;
}

/** Media files with a problem; each opens in the dialog that solves it. */
export const FileProblems = ({ found, onSet, isSolved }: FileProblemsProps) => {
  const [chosen, setChosen] = useState<MediaFileDto>();
  return (
    <>
      <MediaTable files={found} onChoose={setChosen} />
      {chosen !== undefined && (
        <FileDialog
          key={chosen.id}
          file={chosen}
          onChange={(file) => {
            setChosen(file);
            onSet(found.map((each) => (each.id === file.id ? file : each)));
          }}
          onDelete={() => onSet(found.filter(({ id }) => id !== chosen.id))}
          onClose={() => {
            setChosen(undefined);
            onSet(found.filter((file) => !isSolved(file)));
          }}
        />
      )}
    </>
  );
};
