import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { t } from '../catalogue/texts.ts';
import { Button } from './button.tsx';
import { dismissToast, shownToasts, type ShownToast } from './show-toast.ts';

const lifetimeMs = 10_000;

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
  const toasts = layers.value.at(-1) === layer ? shownToasts.value : [];
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

const ToastBox = ({ id, text, kind = 'done', action }: ShownToast) => {
  const box = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const pause = (): void => clearTimeout(timer.current);
  const start = (): void => {
    pause();
    const isUsed = box.current?.matches(':hover, :focus-within') === true;
    if (kind !== 'failed' && !isUsed) {
      timer.current = setTimeout(() => dismissToast(id), lifetimeMs);
    }
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
            dismissToast(id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <Button
        kind="quiet"
        icon="close"
        label={t.components.dismiss}
        onClick={() => dismissToast(id)}
      />
    </div>
  );
};
