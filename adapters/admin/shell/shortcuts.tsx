import { signal } from '@preact/signals';
import { t } from '../catalogue/texts.ts';
import { Dialog } from '../components/dialogs/dialog.tsx';
import { screenCommands } from './commands.ts';
import { isPaletteOpen } from './palette.tsx';

/** Whether the list of shortcuts is open. */
export const isHelpOpen = signal(false);

const isTyping = ({ target }: Event): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable]') !== null;

const hasDialog = (): boolean => document.querySelector('dialog[open]') !== null;

const onKeyDown = (event: KeyboardEvent): void => {
  // The control that has the focus uses the key itself.
  if (event.defaultPrevented) return;
  const isCommand = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (isCommand && key === 'k') {
    event.preventDefault();
    if (!hasDialog()) isPaletteOpen.value = true;
  } else if (isCommand && key === 's') {
    event.preventDefault();
    if (!hasDialog()) screenCommands().save?.();
  } else if (isCommand && key === 'enter') {
    const { publish } = screenCommands();
    if (hasDialog() || publish === undefined) return;
    event.preventDefault();
    publish();
  } else if (key === '?' && !isTyping(event) && !hasDialog()) {
    isHelpOpen.value = true;
  }
};

export const startShortcuts = (): void => {
  document.addEventListener('keydown', onKeyDown);
};

export const ShortcutsDialog = () =>
  isHelpOpen.value ? (
    <Dialog
      title={t.shortcuts.title}
      onClose={() => {
        isHelpOpen.value = false;
      }}
    >
      <dl class="shortcuts" tabIndex={0}>
        {t.shortcuts.list.map(([keys, effect]) => (
          <div key={effect}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  ) : null;
