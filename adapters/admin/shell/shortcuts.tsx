import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Dialog } from '../components/dialog.tsx';
import { isPaletteOpen } from './palette.tsx';

/** Whether the list of shortcuts is open. */
export const isHelpOpen = signal(false);

/** The commands that the current screen offers for a shortcut. */
export interface ScreenCommands {
  readonly save?: () => void;
  readonly publish?: () => void;
}

let commands: ScreenCommands = {};

/** Registers the commands of a screen while it is shown. */
export const useCommands = (next: ScreenCommands): void => {
  const latest = useRef(next);
  latest.current = next;
  // Ends before the next screen is there: a shortcut must not save the item that the user has left.
  useLayoutEffect(() => {
    const registered: ScreenCommands = {
      save: () => latest.current.save?.(),
      publish: () => latest.current.publish?.(),
    };
    commands = registered;
    return () => {
      if (commands === registered) commands = {};
    };
  }, []);
};

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
    if (!hasDialog()) commands.save?.();
  } else if (isCommand && key === 'enter') {
    if (hasDialog() || commands.publish === undefined) return;
    event.preventDefault();
    commands.publish();
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
  ['Ctrl or ⌘ + K', 'Go to a screen, a collection or an item'],
  ['Ctrl or ⌘ + B, I', 'Bold, italic, in Markdown'],
  ['Ctrl or ⌘ + K', 'Link, in Markdown'],
  ['Ctrl or ⌘ + Shift + V', 'Paste without formatting, in Markdown'],
  ['Ctrl or ⌘ + Z', 'Undo in a text; elsewhere, undo the last change of a list or a status'],
  ['Tab, Shift + Tab', 'Indent a list of Markdown; leave the text after Esc, and outside of lists'],
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
