import type { SchemaCheckDto } from '../../../../contracts/collections.ts';
import { sentence } from '../../api/issues.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { urlOf } from '../../shell/router.ts';
import styles from './effect-dialog.module.css';

interface EffectDialogProps {
  readonly check: SchemaCheckDto;
  readonly onAnswer: (isConfirmed: boolean) => void;
}

const titleOf = ({ checked, failing }: SchemaCheckDto): string =>
  failing === 0
    ? 'Not every item could be checked'
    : `${failing} of ${checked} ${checked === 1 ? 'item' : 'items'} would fail validation`;

/** What a change of the schema means for stored items, before it is saved. */
export const EffectDialog = ({ check, onAnswer }: EffectDialogProps) => {
  const { checked, failing, isComplete, examples } = check;
  return (
    <Dialog
      title={titleOf(check)}
      wide
      onClose={() => onAnswer(false)}
      actions={
        <>
          <Button onClick={() => onAnswer(false)}>Go back</Button>
          <Button kind="danger" onClick={() => onAnswer(true)}>
            Save anyway
          </Button>
        </>
      }
    >
      <div class="prose">
        {failing > 0 && (
          <p>
            Saving the fields changes no item. These items stay as they are and can be read, but
            each must be corrected before its data can be saved again.
          </p>
        )}
        {!isComplete && (
          <p>Only the newest {checked} items were checked; there are more in the collection.</p>
        )}
      </div>
      {examples.length > 0 && (
        <section class="stack">
          <h3>{examples.length < failing ? `The newest ${examples.length}` : 'The items'}</h3>
          <ul class={styles.items}>
            {examples.map(({ id, title, issues }) => (
              <li key={id}>
                {/* In another tab: this one has unsaved changes. */}
                <a href={urlOf(`/content/${id}`)} target="_blank" rel="noopener">
                  {title} <Icon name="external" size={14} />
                  <span class="visually-hidden"> (opens in a new tab)</span>
                </a>
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
    </Dialog>
  );
};
