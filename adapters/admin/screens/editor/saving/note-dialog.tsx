import { useState } from 'preact/hooks';
import { noteMaxLength } from '../../../../../contracts/client/vocabulary.ts';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { TextField } from '../../../components/inputs/field.tsx';
import type { Editing } from '../model/editing.ts';

interface NoteDialogProps {
  readonly editing: Editing;
  readonly onClose: () => void;
}

/** A note for the history, which goes with the next save. */
export const NoteDialog = ({ editing, onClose }: NoteDialogProps) => {
  const [text, setText] = useState(editing.note.peek());
  const isPublic = editing.stored.value?.item.status === 'published';
  const keep = (): void => {
    editing.note.value = text.trim();
    onClose();
  };
  return (
    <Dialog
      title={t.saving.note.title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.common.cancel}</Button>
          <Button kind="primary" onClick={keep}>
            {t.saving.note.keep}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          keep();
        }}
      >
        <TextField
          label={t.saving.note.label}
          hint={isPublic ? t.saving.note.withPublishing : t.saving.note.withChange}
          attributes={{ autoFocus: true, maxLength: noteMaxLength }}
          value={text}
          onInput={setText}
        />
      </form>
    </Dialog>
  );
};
