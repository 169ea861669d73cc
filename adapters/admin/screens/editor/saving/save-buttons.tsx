import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { phone, useMedia } from '../../../components/use-media.ts';
import type { ContentStatus, Editing } from '../model/editing.ts';

interface SaveButtonsProps {
  readonly editing: Editing;
  readonly onSave: (status?: ContentStatus) => void;
}

/** Save and, as the main action, what comes next: to publish a draft, or the changes of a published item. */
export const SaveButtons = ({ editing, onSave }: SaveButtonsProps) => {
  const status = editing.stored.value?.item.status;
  const busy = editing.isSaving.value;
  const isPhone = useMedia(phone);
  if (status === 'published') {
    return editing.isUnpublished.value ? (
      <Button kind="primary" busy={busy} onClick={() => onSave('published')}>
        {t.saving.publishChanges}
      </Button>
    ) : null;
  }
  return (
    <>
      {/* Phones have one row: there the menu saves what can be published. */}
      {(!isPhone || status === 'archived') && (
        <Button busy={busy} onClick={() => onSave()}>
          {t.common.save}
        </Button>
      )}
      {status !== 'archived' && (
        <Button kind="primary" busy={busy} onClick={() => onSave('published')}>
          {t.saving.publish}
        </Button>
      )}
    </>
  );
};
