import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { messageOf } from '../../api/client.ts';
import { showToast } from '../show-toast.ts';

/** What a dialog that gives one answer gets. */
export interface Answering<Answer> {
  readonly onChoose: (answer: Answer) => void;
  /** Closes it without an answer. */
  readonly onClose: () => void;
}

interface Asking<Options, Answer> {
  /**
   * Opens the dialog. Resolves with the answer, or with undefined if the user closes it. If it cannot be loaded, a toast
   * says so, and the result is undefined.
   */
  readonly ask: (options: Options) => Promise<Answer | undefined>;
  /** Shows the dialog that {@link ask} opens; once in the app. */
  readonly Outlet: () => ComponentChildren;
}

/** A dialog that is loaded when it is first asked for something. */
export const asking = <Options, Answer>(
  load: () => Promise<(props: Options & Answering<Answer>) => ComponentChildren>,
): Asking<Options, Answer> => {
  const open = signal<{ readonly show: () => ComponentChildren; readonly close: () => void }>();
  return {
    ask: async (options) => {
      const Dialog = await load().catch((error: unknown) => {
        showToast({ kind: 'failed', text: messageOf(error) });
      });
      if (!Dialog) return undefined;
      return new Promise((resolve) => {
        open.peek()?.close();
        const answer = (value: Answer | undefined): void => {
          open.value = undefined;
          resolve(value);
        };
        const close = (): void => answer(undefined);
        open.value = {
          show: () => <Dialog {...options} onChoose={answer} onClose={close} />,
          close,
        };
      });
    },
    Outlet: () => open.value?.show() ?? null,
  };
};
