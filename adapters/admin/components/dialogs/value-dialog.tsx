import type { ComponentChildren } from 'preact';
import { t } from '../../catalogue/texts.ts';
import { Button } from '../button.tsx';
import { copy } from '../texts/copy.ts';
import { Dialog } from './dialog.tsx';
import styles from './value-dialog.module.css';

interface ValueDialogProps {
  readonly title: string;
  /** Cannot be shown again. */
  readonly value: string;
  /** What the value is, for people who do not see it. */
  readonly label: string;
  /** What to do with it. */
  readonly advice: ComponentChildren;
  /** Below the value. */
  readonly children?: ComponentChildren;
  /** The text of the button that closes it. */
  readonly done?: string;
  readonly onStored: () => void;
}

/** Shows a secret value once. Only the button closes it, because the value cannot be shown again. */
export const ValueDialog = (props: ValueDialogProps) => {
  const { title, value, label, advice, children, done = t.components.storedIt, onStored } = props;
  return (
    <Dialog
      title={title}
      locked
      onClose={() => undefined}
      actions={
        <>
          <Button icon="copy" onClick={() => void copy(value)}>
            {t.common.copy}
          </Button>
          <Button kind="primary" onClick={onStored}>
            {done}
          </Button>
        </>
      }
    >
      <p>{advice}</p>
      <output class={styles.value} aria-label={label}>
        {value}
      </output>
      {children}
    </Dialog>
  );
};
