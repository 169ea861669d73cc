import { useComputed } from '@preact/signals';
import type { Editing } from './model/editing.ts';
import styles from './save-state.module.css';

/** Says whether everything is saved; screen readers hear each change. */
export const SaveState = ({ editing }: { readonly editing: Editing }) => {
  const text = useComputed(() => {
    if (editing.isSaving.value) return 'Saving …';
    if (editing.isChanged.value) return 'Unsaved changes';
    return editing.stored.value === undefined ? '' : 'All changes saved';
  });
  return (
    <span class={styles.state} role="status">
      {text}
    </span>
  );
};
