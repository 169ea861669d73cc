import { useState } from 'preact/hooks';
import { Button } from '../../../components/button.tsx';
import { ComparedFields } from '../../../components/texts/compared-fields.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { formatMoment } from '../../../components/time.tsx';
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
    offerUndo('The changes are in the form.', editing.takeCopy());
  };
  return (
    <div class="note row between">
      <span>
        Changes of {formatMoment(kept.copy.updated_at)} were never published. They are stored beside
        this item.
      </span>
      <span class="row">
        <Button onClick={() => setCompared(true)}>Compare the changes</Button>
        <Button onClick={onDiscard}>Discard the changes</Button>
      </span>
      {isCompared && (
        <Dialog
          title="Changes that were not published"
          wide
          onClose={() => setCompared(false)}
          actions={
            <>
              <Button onClick={() => setCompared(false)}>Close</Button>
              <Button kind="primary" onClick={take}>
                Put them into the form
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
            names={{ before: 'In the form', after: 'In the changes' }}
          />
        </Dialog>
      )}
    </div>
  );
};
