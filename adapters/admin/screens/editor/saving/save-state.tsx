import { useComputed } from '@preact/signals';
import { Button } from '../../../components/button.tsx';
import type { Editing } from '../model/editing.ts';
import { saveProgress } from '../model/save-progress.ts';
import styles from './save-state.module.css';

/** Says whether everything is saved; screen readers hear each change. Leads to conflicts that wait for decisions. */
export const SaveState = ({ editing }: { readonly editing: Editing }) => {
  const { kind, text } = useComputed(() => saveProgress(editing)).value;
  return (
    <span class={styles.state}>
      <span class={kind === 'stopped' ? styles.stopped : styles.text} role="status">
        {text}
      </span>
      {editing.pending.value !== undefined && (
        <Button
          onClick={() => {
            editing.isDeciding.value = true;
          }}
        >
          Decide
        </Button>
      )}
    </span>
  );
};
