import { useState } from 'preact/hooks';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { ComparedFields } from '../../../components/texts/compared-fields.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { formatMoment } from '../../../components/format-time.ts';
import { offerUndo } from '../../../components/undo.ts';
import { compareVersions } from '../saving/compare-versions.ts';
import type { Editing } from '../model/editing.ts';
import { textOf } from '../model/item-text.ts';

interface KeptCopyProps {
  readonly editing: Editing;
  readonly onDiscard: () => void;
}

/** Changes that were not published before the item was unpublished or archived. They stay until somebody decides. */
export const KeptCopy = ({ editing, onDiscard }: KeptCopyProps) => {
  const [isCompared, setCompared] = useState(false);
  const kept = editing.copy.value;
  if (kept === undefined || !editing.isCopyKept.value) return null;
  const take = (): void => {
    setCompared(false);
    offerUndo(t.workingCopy.kept.taken, editing.takeCopy());
  };
  return (
    <div class="note row between">
      <span>{t.workingCopy.kept.notice(formatMoment(kept.copy.updated_at))}</span>
      <span class="row">
        <Button onClick={() => setCompared(true)}>{t.workingCopy.kept.compare}</Button>
        <Button onClick={onDiscard}>{t.workingCopy.kept.discard}</Button>
      </span>
      {isCompared && (
        <Dialog
          title={t.workingCopy.kept.title}
          wide
          onClose={() => setCompared(false)}
          actions={
            <>
              <Button onClick={() => setCompared(false)}>{t.common.close}</Button>
              <Button kind="primary" onClick={take}>
                {t.workingCopy.kept.take}
              </Button>
            </>
          }
        >
          <ComparedFields
            fields={compareVersions(
              editing.text.value,
              textOf(kept.copy),
              editing.collection.schema,
            )}
            names={{ before: t.workingCopy.kept.before, after: t.workingCopy.kept.after }}
          />
        </Dialog>
      )}
    </div>
  );
};
