import { signal } from '@preact/signals';
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

const shortcuts = [
  ['Ctrl or ⌘ + S', 'Save and stay'],
  ['Ctrl or ⌘ + Enter', 'Save and publish'],
  ['Ctrl or ⌘ + K', 'Go to a screen, a collection or an item; run a command'],
  ['Ctrl or ⌘ + B, I', 'Bold, italic, in Markdown'],
  ['Ctrl or ⌘ + K', 'Link, or change the link, in Markdown'],
  ['Ctrl or ⌘ + F', 'Find in a text'],
  ['/', 'At the start of a line of a text: show what can be put there'],
  ['Ctrl or ⌘ + Shift + V', 'Paste without formatting, in Markdown'],
  ['Ctrl or ⌘ + Z', 'Undo in a text; elsewhere, undo the last change of a list or a status'],
  [
    'Tab, Shift + Tab',
    'Indent a list of Markdown, go through the cells of a table; leave the text after Esc',
  ],
  ['Alt + ↑, ↓', 'Move a block or a field of a collection, on its heading'],
  ['Ctrl or ⌘ + C, V', 'Copy and paste blocks, on the heading of one'],
  ['?', 'Show these shortcuts'],
  ['Esc', 'Close what is on top'],
] as const;

export const ShortcutsDialog = () =>
  isHelpOpen.value ? (
    <Dialog
      title="Keyboard shortcuts"
      onClose={() => {
        isHelpOpen.value = false;
      }}
    >
      <dl class="shortcuts" tabIndex={0}>
        {shortcuts.map(([keys, effect]) => (
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
