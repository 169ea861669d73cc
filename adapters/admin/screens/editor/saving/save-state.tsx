import { useComputed } from '@preact/signals';
import { t } from '../../../catalogue/texts.ts';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import type { Editing } from '../model/editing.ts';
import { saveProgress } from '../model/save-progress.ts';
import styles from './save-state.module.css';

/** Phones show the icon instead of the words, unless something stopped. */
const icons = { saved: 'check', running: 'reload', waiting: 'edit', stopped: 'warning' } as const;

/** Says whether everything is saved; screen readers hear each change. Leads to conflicts that wait for decisions. */
export const SaveState = ({ editing }: { readonly editing: Editing }) => {
  const { kind, text } = useComputed(() => saveProgress(editing)).value;
  return (
    <span class={styles.state} title={text} data-kind={kind}>
      {text !== '' && <Icon name={icons[kind]} />}
      <span class={kind === 'stopped' ? styles.stopped : styles.text} role="status">
        {text}
      </span>
      {editing.pending.value !== undefined && (
        <Button
          onClick={() => {
            editing.isDeciding.value = true;
          }}
        >
          {t.saving.decide}
        </Button>
      )}
    </span>
  );
};
