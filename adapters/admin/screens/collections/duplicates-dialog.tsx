import { readSummaries } from '../../api/read-summaries.ts';
import { useResource } from '../../api/resource.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { urlOf } from '../../shell/router.ts';
import { useBuilder } from './builder-state.ts';
import styles from './duplicates-dialog.module.css';
import type { Duplicate } from './model/duplicates.ts';
import { labelOf } from './model/edit-fields.ts';
import { NewTabLink } from './new-tab-link.tsx';

interface DuplicatesDialogProps {
  readonly duplicates: readonly Duplicate[];
  readonly onClose: () => void;
}

/** Why a field cannot become unique: the values that several items have, and the way to these items. */
export const DuplicatesDialog = ({ duplicates, onClose }: DuplicatesDialogProps) => {
  const { fields } = useBuilder();
  const items = useResource(() => readSummaries(duplicates.flatMap(({ ids }) => ids))).value;
  const name = labelOf(fields.peek(), duplicates[0]?.path ?? '');
  return (
    <Dialog
      title={t.builder.duplicatesTitle(name)}
      wide
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {t.common.goBack}
        </Button>
      }
    >
      <p>{t.builder.duplicatesText}</p>
      <ul class={styles.values}>
        {duplicates.map(({ text, ids }) => (
          <li key={text}>
            <span dir="auto">{text}:</span>
            <ul>
              {ids.map((id) => (
                <li key={id}>
                  <NewTabLink href={urlOf(`/content/${id}`)}>
                    {items?.find((item) => item.id === id)?.title ?? id}
                  </NewTabLink>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Dialog>
  );
};
