import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from './button.tsx';

export interface Toast {
  readonly text: string;
  readonly kind?: 'done' | 'failed';
  /** For example to undo what was done. */
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Called when the toast disappears, also when its action runs. */
  readonly onEnd?: () => void;
}

interface Shown extends Toast {
  readonly id: number;
}

const shown = signal<readonly Shown[]>([]);
let nextId = 0;

const lifetimeMs = 10_000;

const keepOnly = (stays: (toast: Shown) => boolean): void => {
  const before = shown.peek();
  shown.value = before.filter(stays);
  for (const toast of before) if (!stays(toast)) toast.onEnd?.();
};

const dismiss = (id: number): void => keepOnly((toast) => toast.id !== id);

/**
 * Says at the bottom of the screen, and to screen readers, what has happened. A toast replaces the one before
 * it, but not a failure: failures stay until they are closed or another one replaces them. Others disappear
 * after 10 s in which they have neither the focus nor the pointer.
 *
 * @returns a function that removes it.
 */
export const showToast = (toast: Toast): (() => void) => {
  nextId += 1;
  const id = nextId;
  const isFailure = toast.kind === 'failed';
  keepOnly((each) => (each.kind === 'failed') !== isFailure);
  shown.value = [...shown.peek(), { ...toast, id }];
  return () => dismiss(id);
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
      {toasts.map((toast) => (
        <ToastBox key={toast.id} {...toast} />
      ))}
    </div>
  );
};

const ToastBox = ({ id, text, kind = 'done', action }: Shown) => {
  const box = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const pause = (): void => clearTimeout(timer.current);
  const start = (): void => {
    pause();
    const isUsed = box.current?.matches(':hover, :focus-within') === true;
    if (kind !== 'failed' && !isUsed) timer.current = setTimeout(() => dismiss(id), lifetimeMs);
  };
  useEffect(() => {
    start();
    return pause;
  }, []);
  return (
    <div
      ref={box}
      class={`toast ${kind}`}
      onMouseEnter={pause}
      onMouseLeave={start}
      onFocusIn={pause}
      onFocusOut={() => setTimeout(start)}
    >
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
  );
};
