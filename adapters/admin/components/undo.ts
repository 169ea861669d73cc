import { t } from '../catalogue/texts.ts';
import { showToast } from './show-toast.ts';

interface Step {
  readonly run: () => void;
  readonly dismissToast: () => void;
}

/** What can be undone, the last one last. */
let steps: Step[] = [];

const add = (run: () => void, dismissToast: () => void): void => {
  steps = [...steps, { run, dismissToast }];
};

const isLast = (run: () => void): boolean => steps.at(-1)?.run === run;

const undoLast = (): void => {
  const step = steps.at(-1);
  steps = steps.slice(0, -1);
  step?.dismissToast();
  step?.run();
};

/**
 * Says what was done and offers to undo it: in a toast, and with Ctrl+Z outside of texts while the toast is
 * shown.
 */
export const offerUndo = (text: string, run: () => void): void => {
  const dismiss = showToast({
    text,
    action: { label: t.common.undo, run },
    onEnd: () => {
      steps = steps.filter((step) => step.run !== run);
    },
  });
  add(run, dismiss);
};

/** The changes of one form that Ctrl+Z takes back, the last one first, for as long as the form is open. */
export interface FormSteps {
  /** @param text says in a toast what was done, and offers to undo it. */
  readonly record: (undo: () => void, text?: string) => void;
  /** For a form whose values were replaced. */
  readonly clear: () => void;
}

export const formSteps = (): FormSteps => {
  let own = new Set<() => void>();
  let dismissLast = (): void => undefined;
  return {
    record: (undo, text) => {
      // The toast would undo a change before the last one.
      dismissLast();
      const run = (): void => {
        own.delete(run);
        undo();
      };
      own.add(run);
      const press = (): void => {
        if (isLast(run)) undoLast();
      };
      const isShown = text !== undefined;
      dismissLast = isShown
        ? showToast({ text, action: { label: t.common.undo, run: press } })
        : () => undefined;
      add(run, dismissLast);
    },
    clear: () => {
      dismissLast();
      steps = steps.filter(({ run }) => !own.has(run));
      own = new Set();
    },
  };
};

/** Whether an element contains text, which has its own undo and clipboard. */
export const isText = (element: EventTarget | null): boolean =>
  element instanceof Element &&
  element.closest(
    'textarea, [contenteditable], input:not([type=checkbox], [type=radio], [type=color], [type=file])',
  ) !== null;

const onKeyDown = (event: KeyboardEvent): void => {
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
  if (!isUndo || event.key.toLowerCase() !== 'z' || steps.length === 0) return;
  const hasDialog = document.querySelector('dialog[open]') !== null;
  if (event.defaultPrevented || hasDialog || isText(event.target)) return;
  event.preventDefault();
  undoLast();
};

/** Makes Ctrl+Z outside of texts undo what was done last. */
export const startUndo = (): void => {
  document.addEventListener('keydown', onKeyDown);
};
