import { signal } from '@preact/signals';

interface Toast {
  readonly text: string;
  readonly kind?: 'done' | 'failed';
  /** For example to undo what was done. */
  readonly action?: { readonly label: string; readonly run: () => void };
  /** Called when the toast disappears, also when its action runs. */
  readonly onEnd?: () => void;
}

export interface ShownToast extends Toast {
  readonly id: number;
}

/** What the screen shows. */
export const shownToasts = signal<readonly ShownToast[]>([]);
let nextId = 0;

const keepOnly = (stays: (toast: ShownToast) => boolean): void => {
  const before = shownToasts.peek();
  shownToasts.value = before.filter(stays);
  for (const toast of before) if (!stays(toast)) toast.onEnd?.();
};

export const dismissToast = (id: number): void => keepOnly((toast) => toast.id !== id);

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
  shownToasts.value = [...shownToasts.peek(), { ...toast, id }];
  return () => dismissToast(id);
};
