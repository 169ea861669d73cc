import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import styles from './form-part.module.css';

interface FormPartProps {
  readonly name: string;
  /** Whether something in it is set: then it starts open. */
  readonly isSet: boolean;
  readonly children: ComponentChildren;
}

/** What most fields do not need: closed until somebody opens it, or a mistake in it is followed. */
export const FormPart = ({ name, isSet, children }: FormPartProps) => {
  // It must not close under the cursor.
  const [startsOpen] = useState(isSet);
  return (
    <details class={styles.part} open={startsOpen}>
      <summary>{name}</summary>
      <div class="stack">{children}</div>
    </details>
  );
};
