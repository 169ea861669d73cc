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

/** Says at the bottom of the screen, and to screen readers, what has happened. Failures stay until closed. */
export const showToast = (toast: Toast): void => {
  nextId += 1;
  const id = nextId;
  shown.value = [...shown.peek().slice(-2), { ...toast, id }];
  if (toast.kind !== 'failed') setTimeout(() => dismiss(id), lifetimeMs);
};

export const Toasts = () => {
  const box = useRef<HTMLDivElement>(null);
  const latest = shown.value.at(-1)?.id;
  useEffect(() => {
    // A popover is above the dialogs that were open before it.
    box.current?.hidePopover();
    box.current?.showPopover();
  }, [latest]);
  return (
    <div ref={box} class="toasts" popover="manual" role="status" aria-live="polite">
      {shown.value.map(({ id, text, kind = 'done', action }) => (
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
