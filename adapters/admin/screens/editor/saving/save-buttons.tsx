import { Button } from '../../../components/button.tsx';
import type { ContentStatus, Editing } from '../model/editing.ts';

interface SaveButtonsProps {
  readonly editing: Editing;
  readonly onSave: (status?: ContentStatus) => void;
}

/** Save and, as the main action, what comes next: to publish a draft, or the changes of a published item. */
export const SaveButtons = ({ editing, onSave }: SaveButtonsProps) => {
  const status = editing.stored.value?.item.status;
  const busy = editing.isSaving.value;
  if (status === 'published') {
    return editing.isUnpublished.value ? (
      <Button kind="primary" busy={busy} onClick={() => onSave('published')}>
        Publish changes
      </Button>
    ) : null;
  }
  return (
    <>
      <Button busy={busy} onClick={() => onSave()}>
        Save
      </Button>
      {status !== 'archived' && (
        <Button kind="primary" busy={busy} onClick={() => onSave('published')}>
          Publish
        </Button>
      )}
    </>
  );
};
