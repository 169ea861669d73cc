import type { ComponentChildren } from 'preact';
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
  readonly children: ComponentChildren;
  readonly onStored: () => void;
}

/** Shows a secret value once. Only the button closes it, because the value cannot be shown again. */
export const ValueDialog = (props: ValueDialogProps) => {
  const { title, value, label, advice, children, onStored } = props;
  return (
    <Dialog
      title={title}
      locked
      onClose={() => undefined}
      actions={
        <>
          <Button icon="copy" onClick={() => void copy(value)}>
            Copy
          </Button>
          <Button kind="primary" onClick={onStored}>
            I have stored it
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
