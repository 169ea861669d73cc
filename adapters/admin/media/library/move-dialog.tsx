import { useId, useState } from 'preact/hooks';
import { counted } from '../../catalogue/forms.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { FolderField } from './folder-field.tsx';

interface MoveDialogProps {
  readonly count: number;
  readonly onMove: (folder: string) => void;
  readonly onClose: () => void;
}

/** Asks for the folder to move files to: one that exists, or a new one. */
export const MoveDialog = ({ count, onMove, onClose }: MoveDialogProps) => {
  const [folder, setFolder] = useState('');
  const form = useId();
  return (
    <Dialog
      title={counted(count, t.library.moveTitle)}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button
            kind="primary"
            type="submit"
            disabled={folder.trim() === ''}
            attributes={{ form }}
          >
            {t.library.move}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (folder.trim() !== '') onMove(folder.trim());
        }}
      >
        <FolderField value={folder} onInput={setFolder} autoFocus />
      </form>
    </Dialog>
  );
};
