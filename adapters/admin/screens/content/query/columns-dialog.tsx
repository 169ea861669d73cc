import { queryLimits } from '../../../../../contracts/client/vocabulary.ts';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import styles from './columns-dialog.module.css';
import { isDataField, usualColumns, type ListField } from './list-fields.ts';

interface ColumnsDialogProps {
  readonly fields: readonly ListField[];
  readonly chosen: readonly string[];
  readonly onChange: (columns: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Chooses the columns. Each change is shown at once, and remembered for the collection. */
export const ColumnsDialog = ({ fields, chosen, onChange, onClose }: ColumnsDialogProps) => {
  const columns = chosen.filter((path) => path !== 'title');
  const isFull =
    columns.filter((path) => isDataField({ path })).length >= queryLimits.selectedFields;
  const group = (title: string, members: readonly ListField[]) => (
    <section class="stack">
      <h3>{title}</h3>
      <div class={styles.columns}>
        {members.map((field) => {
          const { path, label } = field;
          const isChosen = path === 'title' || columns.includes(path);
          return (
            <label key={path} class="checkbox">
              <input
                type="checkbox"
                checked={isChosen}
                disabled={path === 'title' || (isFull && !isChosen && isDataField(field))}
                onChange={({ currentTarget: { checked } }) =>
                  onChange(checked ? [...columns, path] : columns.filter((each) => each !== path))
                }
              />
              <span dir="auto">{label}</span>
            </label>
          );
        })}
      </div>
    </section>
  );
  const own = fields.filter(isDataField);
  return (
    <Dialog
      title={t.query.columns}
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => onChange(usualColumns)}>{t.query.usualColumns}</Button>
          <Button kind="primary" onClick={onClose}>
            {t.common.done}
          </Button>
        </>
      }
    >
      {group(
        t.query.everyItem,
        fields.filter((field) => !isDataField(field)),
      )}
      {own.length > 0 && group(t.query.collectionFields, own)}
    </Dialog>
  );
};
