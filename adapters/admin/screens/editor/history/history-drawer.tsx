import { useState } from 'preact/hooks';
import type { RevisionDto } from '../../../../../contracts/operations/history.ts';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { Failure, Loading } from '../../../components/states.tsx';
import { useMedia } from '../../../components/use-media.ts';
import type { Editing } from '../model/editing.ts';
import styles from './history-drawer.module.css';
import { RevisionList } from './revision-list.tsx';
import { RevisionView } from './revision-view.tsx';
import { useRevisions } from './revisions.ts';

interface HistoryDrawerProps {
  readonly editing: Editing;
  readonly id: string;
  readonly isReadOnly: boolean;
  /** @returns why it was not restored, for people. */
  readonly onRestore: (revision: RevisionDto) => Promise<string | undefined>;
  readonly onClose: () => void;
}

/** Who changed the item, when and what; a version that is chosen is compared, and can be restored. */
export const HistoryDrawer = (props: HistoryDrawerProps) => {
  const { editing, id, isReadOnly, onRestore, onClose } = props;
  const revisions = useRevisions(id, editing.saveDraft);
  const [picked, setPicked] = useState<RevisionDto>();
  const [isRestoring, setRestoring] = useState(false);
  // Not a toast, which would cover the buttons.
  const [failure, setFailure] = useState<string>();
  const isPublic = editing.stored.value?.item.status === 'published';
  const { list, error } = revisions;
  const isNarrow = useMedia('(max-width: 800px)');
  // Beside the list, there is a place for the newest change.
  const chosen = picked ?? (isNarrow ? undefined : list?.[0]);

  const restore = async (revision: RevisionDto): Promise<void> => {
    setRestoring(true);
    setFailure(undefined);
    setFailure(await onRestore(revision));
    setRestoring(false);
  };
  const choose = (revision: RevisionDto): void => {
    setPicked(revision);
    // What it changed is the difference to the one before.
    if (revision === list?.at(-1) && revisions.hasOlder) revisions.readOlder();
  };

  return (
    <Dialog
      title={t.history.title}
      side
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.common.close}</Button>
          {chosen !== undefined && !isReadOnly && (
            <Button kind="primary" busy={isRestoring} onClick={() => void restore(chosen)}>
              {isPublic ? t.history.restoreAsChanges : t.history.restore}
            </Button>
          )}
        </>
      }
    >
      {list === undefined && error === undefined && <Loading what={t.history.what} />}
      {list === undefined && error !== undefined && (
        <Failure error={error} onRetry={revisions.readOlder} />
      )}
      {failure !== undefined && (
        <p class="alert" role="alert">
          {failure}
        </p>
      )}
      {list?.length === 0 && <p class="quiet-text">{t.history.empty}</p>}
      {list !== undefined && list.length > 0 && (
        <div class={chosen === undefined ? styles.panes : `${styles.panes} ${styles.isChosen}`}>
          <div class={styles.list}>
            <RevisionList
              revisions={revisions}
              schema={editing.collection.schema}
              chosen={chosen?.version}
              onChoose={choose}
            />
          </div>
          <div class={styles.view}>
            {chosen !== undefined && (
              <>
                <div class={styles.back}>
                  <Button icon="back" onClick={() => setPicked(undefined)}>
                    {t.history.all}
                  </Button>
                </div>
                <RevisionView
                  key={chosen.version}
                  editing={editing}
                  revision={chosen}
                  isNewest={chosen === list[0]}
                  before={revisions.before(chosen.version)}
                  mayHaveBefore={revisions.hasOlder}
                />
              </>
            )}
          </div>
        </div>
      )}
    </Dialog>
  );
};
