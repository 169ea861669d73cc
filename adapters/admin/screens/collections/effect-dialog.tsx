import type { SchemaCheckDto } from '../../../../contracts/schemas/schema-check.ts';
import { sentence } from '../../api/issues.ts';
import { counted, numberText } from '../../catalogue/forms.ts';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { urlOf } from '../../shell/router.ts';
import { listUrl } from '../content/list-state.ts';
import styles from './effect-dialog.module.css';
import { labelOf } from './model/edit-fields.ts';
import { NewTabLink } from './new-tab-link.tsx';
import { isHarmless, type SchemaEffect } from './save-builder.ts';

interface EffectDialogProps {
  readonly effect: SchemaEffect;
  /** The name of the collection. */
  readonly collection: string;
  readonly onAnswer: (isConfirmed: boolean) => void;
}

const titleOf = ({ checked, failing, missing, isComplete }: SchemaCheckDto): string => {
  if (failing > 0) {
    return counted(checked, (all) => t.schemaEffects.failing(numberText(failing), all));
  }
  if (missing.length > 0) return t.schemaEffects.draftsFail;
  return isComplete ? t.schemaEffects.title : t.schemaEffects.notAllChecked;
};

/** What a change of the schema means for stored items, before it is saved. */
export const EffectDialog = ({ effect, collection, onAnswer }: EffectDialogProps) => {
  const { check, fields, indexing } = effect;
  const { checked, failing, isComplete, missing, examples } = check;
  return (
    <Dialog
      title={titleOf(check)}
      wide
      onClose={() => onAnswer(false)}
      actions={
        <>
          <Button onClick={() => onAnswer(false)}>{t.common.goBack}</Button>
          {isHarmless(check) ? (
            <Button kind="primary" onClick={() => onAnswer(true)}>
              {t.common.save}
            </Button>
          ) : (
            <Button kind="danger" onClick={() => onAnswer(true)}>
              {t.schemaEffects.saveAnyway}
            </Button>
          )}
        </>
      }
    >
      {(failing > 0 || !isComplete) && (
        <div class="prose">
          {failing > 0 && <p>{t.schemaEffects.failingText}</p>}
          {!isComplete && <p>{t.schemaEffects.newestChecked(numberText(checked))}</p>}
        </div>
      )}
      {missing.length > 0 && (
        <section class="stack">
          <ul class={styles.items}>
            {missing.map(({ path, drafts }) => (
              <li key={path}>
                {counted(drafts, (count) =>
                  t.schemaEffects.draftsWithout(count, labelOf(fields, path)),
                )}
              </li>
            ))}
          </ul>
          <NewTabLink href={listUrl({ collection, status: 'draft' })}>
            {t.schemaEffects.showDrafts}
          </NewTabLink>
        </section>
      )}
      {examples.length > 0 && (
        <section class="stack">
          <h3>
            {examples.length < failing
              ? t.schemaEffects.newest(examples.length)
              : t.schemaEffects.items}
          </h3>
          <ul class={styles.items}>
            {examples.map(({ id, title, issues }) => (
              <li key={id}>
                <NewTabLink href={urlOf(`/content/${id}`)}>{title}</NewTabLink>
                <ul class={styles.issues}>
                  {issues.map(({ path, message }) => (
                    <li key={path}>
                      <code>{path}</code> {sentence(message)}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </section>
      )}
      {indexing.length > 0 && (
        <section class="stack">
          {!isHarmless(check) && <h3>{t.schemaEffects.besides}</h3>}
          <ul class={styles.items}>
            {/* Two sentences are the same if two fields have the same label. */}
            {indexing.map((sentence, index) => (
              <li key={index}>{sentence}</li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  );
};
