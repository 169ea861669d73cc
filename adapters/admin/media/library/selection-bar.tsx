import { useState } from 'preact/hooks';
import { messageOf } from '../../api/client.ts';
import { counted } from '../../catalogue/forms.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { confirm } from '../../components/dialogs/confirm.tsx';
import { readFilesUsage } from '../../references/read-files-usage.ts';
import { describeImages } from '../alt-texts.ts';
import { kindOf } from '../media-facts.ts';
import { mayDeleteFile, mayEditFile } from '../media-rights.ts';
import { deleteFiles, moveFiles } from './change-files.ts';
import { FilesUsageWarning } from './files-usage.tsx';
import { MoveDialog } from './move-dialog.tsx';
import { selectedText, type MediaSelection } from './selection.ts';
import styles from './media-library.module.css';

interface SelectionBarProps {
  readonly selection: MediaSelection;
  readonly onClear: () => void;
}

/** What can be done to the files that are selected. */
export const SelectionBar = ({ selection, onClear }: SelectionBarProps) => {
  const [isMoving, setMoving] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const files = [...selection.files.values()];
  if (files.length === 0 && failure === undefined) return null;
  const undescribed = files.filter(
    (file) => kindOf(file) === 'image' && file.alt === '' && mayEditFile(file),
  );

  /** @param work resolves to why it failed, or to false if the user has changed their mind. */
  const run = async (work: () => Promise<string | false | undefined>): Promise<void> => {
    setBusy(true);
    try {
      const reason = await work();
      if (reason === false) return;
      setFailure(reason);
      if (reason === undefined) onClear();
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setBusy(false);
    }
  };

  const remove = async (): Promise<string | false | undefined> => {
    const usage = await readFilesUsage(files.filter(mayDeleteFile));
    const isSure = await confirm({
      title: counted(files.length, t.library.deleteQuestion),
      text: (
        <>
          <p>{t.library.deleteEffect}</p>
          <FilesUsageWarning usage={usage} />
        </>
      ),
      action: t.common.delete,
      danger: true,
    });
    return isSure && deleteFiles(files);
  };

  return (
    <>
      <div class={styles.bar} role="toolbar" aria-label={t.library.selectedFiles}>
        <strong role="status">{selectedText(selection)}</strong>
        {files.some(mayEditFile) && (
          <Button icon="folder" busy={isBusy} onClick={() => setMoving(true)}>
            {t.library.move}
          </Button>
        )}
        {undescribed.length > 0 && (
          <Button icon="edit" onClick={() => describeImages(undescribed)}>
            {t.library.describe}
          </Button>
        )}
        {files.some(mayDeleteFile) && (
          <Button icon="trash" busy={isBusy} onClick={() => void run(remove)}>
            {t.common.delete}
          </Button>
        )}
        <Button
          kind="quiet"
          icon="close"
          label={t.library.selectNone}
          onClick={() => {
            setFailure(undefined);
            onClear();
          }}
        />
      </div>
      {failure !== undefined && (
        <p class="alert" role="alert">
          {failure}
        </p>
      )}
      {isMoving && (
        <MoveDialog
          count={files.length}
          onClose={() => setMoving(false)}
          onMove={(folder) => {
            setMoving(false);
            void run(() => moveFiles(files, folder));
          }}
        />
      )}
    </>
  );
};
