import type { SchemaCheckDto } from '../../../../contracts/schemas/schema-check.ts';
import { sentence } from '../../api/issues.ts';
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
    const all = `${checked.toLocaleString()} ${checked === 1 ? 'item' : 'items'}`;
    return `${failing.toLocaleString()} of ${all} would fail validation`;
  }
  if (missing.length > 0) return 'Some drafts could not be published';
  return isComplete ? 'What this change does' : 'Not every item could be checked';
};

const draftsText = (drafts: number): string =>
  drafts === 1 ? '1 draft' : `${drafts.toLocaleString()} drafts`;

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
          <Button onClick={() => onAnswer(false)}>Go back</Button>
          {isHarmless(check) ? (
            <Button kind="primary" onClick={() => onAnswer(true)}>
              Save
            </Button>
          ) : (
            <Button kind="danger" onClick={() => onAnswer(true)}>
              Save anyway
            </Button>
          )}
        </>
      }
    >
      {(failing > 0 || !isComplete) && (
        <div class="prose">
          {failing > 0 && (
            <p>
              Saving the fields changes no item. These items stay as they are and can be read, but
              each must be corrected before its data can be saved again.
            </p>
          )}
          {!isComplete && (
            <p>
              Only the newest {checked.toLocaleString()} items were checked; there are more in the
              collection.
            </p>
          )}
        </div>
      )}
      {missing.length > 0 && (
        <section class="stack">
          <ul class={styles.items}>
            {missing.map(({ path, drafts }) => (
              <li key={path}>
                {draftsText(drafts)} cannot be published without {labelOf(fields, path)}.
              </li>
            ))}
          </ul>
          <NewTabLink href={listUrl({ collection, status: 'draft' })}>Show the drafts</NewTabLink>
        </section>
      )}
      {examples.length > 0 && (
        <section class="stack">
          <h3>{examples.length < failing ? `The newest ${examples.length}` : 'The items'}</h3>
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
          {!isHarmless(check) && <h3>What this change does besides</h3>}
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
