import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { ComparedFields } from '../../../components/texts/compared-fields.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { compareVersions } from '../saving/compare-versions.ts';
import type { Editing } from '../model/editing.ts';
import { textOf } from '../model/item-text.ts';

interface CompareDialogProps {
  readonly editing: Editing;
  readonly onDiscard: () => void;
  readonly onPublish: () => void;
  readonly onClose: () => void;
}

/** The published version and what is not published yet, side by side. */
export const CompareDialog = ({ editing, onDiscard, onPublish, onClose }: CompareDialogProps) => {
  const stored = editing.stored.value;
  if (stored === undefined) return null;
  const fields = compareVersions(
    textOf(stored.item),
    editing.text.value,
    editing.collection.schema,
  );
  return (
    <Dialog
      title={t.workingCopy.compare.title}
      wide
      onClose={onClose}
      actions={
        <>
          <Button icon="undo" onClick={onDiscard}>
            {t.workingCopy.compare.discard}
          </Button>
          <Button kind="primary" onClick={onPublish}>
            {t.workingCopy.compare.publish}
          </Button>
        </>
      }
    >
      {fields.length === 0 ? (
        <p class="quiet-text">{t.workingCopy.compare.same}</p>
      ) : (
        <ComparedFields
          fields={fields}
          names={{ before: t.workingCopy.compare.before, after: t.workingCopy.compare.after }}
        />
      )}
    </Dialog>
  );
};
