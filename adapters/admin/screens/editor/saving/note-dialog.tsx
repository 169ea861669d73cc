import { useState } from 'preact/hooks';
import { noteMaxLength } from '../../../../../contracts/client/vocabulary.ts';
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
      title="Note for the history"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" onClick={keep}>
            Keep the note
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
          label="What did you change, and why?"
          hint={
            isPublic
              ? 'It is stored when you publish your changes.'
              : 'It is stored with your next change.'
          }
          attributes={{ autoFocus: true, maxLength: noteMaxLength }}
          value={text}
          onInput={setText}
        />
      </form>
    </Dialog>
  );
};
