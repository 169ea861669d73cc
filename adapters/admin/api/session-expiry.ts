import { signal } from '@preact/signals';

interface Waiting {
  readonly resolve: () => void;
}

/** Whether the dialog that asks for the password is open. */
export const isSessionExpired = signal(false);

let waiting: Waiting[] = [];

/** Opens the dialog and resolves once the user has signed in again. */
export const signInAgain = (): Promise<void> => {
  isSessionExpired.value = true;
  return new Promise((resolve) => {
    waiting.push({ resolve });
  });
};

/** Closes the dialog and lets the waiting requests go on. */
export const sessionRestored = (): void => {
  isSessionExpired.value = false;
  const resumed = waiting;
  waiting = [];
  for (const { resolve } of resumed) resolve();
};
