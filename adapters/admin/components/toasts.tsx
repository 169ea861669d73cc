import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from './button.tsx';

export interface Toast {
  readonly text: string;
  readonly kind?: 'done' | 'failed';
  /** For example to undo what was done. */
  readonly action?: { readonly label: string; readonly run: () => void };
}

interface Shown extends Toast {
  readonly id: number;
}

const shown = signal<readonly Shown[]>([]);
let nextId = 0;

const lifetimeMs = 8_000;

const dismiss = (id: number): void => {
  shown.value = shown.peek().filter((toast) => toast.id !== id);
};

/**
 * Says at the bottom of the screen, and to screen readers, what has happened. Failures stay until they are
 * closed, and so does what offers an action: not everybody reaches it in seconds.
 */
export const showToast = (toast: Toast): void => {
  nextId += 1;
  const id = nextId;
  shown.value = [...shown.peek().slice(-2), { ...toast, id }];
  const stays = toast.kind === 'failed' || toast.action !== undefined;
  if (!stays) setTimeout(() => dismiss(id), lifetimeMs);
};

/** The dialogs that are open, the top one last. */
const layers = signal<readonly string[]>([]);

/** Adds a dialog on top of the others. @returns a function that removes it. */
export const addLayer = (id: string): (() => void) => {
  layers.value = [...layers.peek(), id];
  return () => {
    layers.value = layers.peek().filter((each) => each !== id);
  };
};

/**
 * Shows the toasts, once in the app and once in each dialog: while a dialog is open, nothing outside it
 * can be used or is read out.
 *
 * @param layer the id of the dialog.
 */
export const Toasts = ({ layer }: { readonly layer?: string }) => {
  const box = useRef<HTMLDivElement>(null);
  const toasts = layers.value.at(-1) === layer ? shown.value : [];
  const latest = toasts.at(-1)?.id;
  useEffect(() => {
    // A popover is above the dialogs that were open before it.
    box.current?.hidePopover();
    box.current?.showPopover();
  }, [latest]);
  return (
    <div ref={box} class="toasts" popover="manual" role="status" aria-live="polite">
      {toasts.map(({ id, text, kind = 'done', action }) => (
        <div key={id} class={`toast ${kind}`}>
          <span>{text}</span>
          {action !== undefined && (
            <Button
              kind="quiet"
              onClick={() => {
                dismiss(id);
                action.run();
              }}
            >
              {action.label}
            </Button>
          )}
          <Button kind="quiet" icon="close" label="Dismiss" onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  );
};
