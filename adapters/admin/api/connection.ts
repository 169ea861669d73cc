import { effect, signal } from '@preact/signals';

/** Whether the service can be reached, as far as the last request and the browser know. */
export const isOnline = signal(true);

const retryMs = 10_000;

/** Asks the service whether it is there. */
export const checkConnection = async (): Promise<void> => {
  try {
    await fetch('/api/health', { cache: 'no-store' });
    isOnline.value = true;
  } catch {
    isOnline.value = false;
  }
};

/** Notices that the connection is lost or back, also while nothing is requested. */
export const watchConnection = (): void => {
  addEventListener('online', () => void checkConnection());
  addEventListener('offline', () => {
    isOnline.value = false;
  });
  let timer: ReturnType<typeof setInterval> | undefined;
  effect(() => {
    clearInterval(timer);
    if (!isOnline.value) timer = setInterval(() => void checkConnection(), retryMs);
  });
};

/** Calls back each time the connection is back. @returns a function that stops it. */
export const onReconnect = (run: () => void): (() => void) => {
  let wasOnline = isOnline.peek();
  return effect(() => {
    const isBack = isOnline.value && !wasOnline;
    wasOnline = isOnline.value;
    // Later: what it reads is no reason to call it again.
    if (isBack) queueMicrotask(run);
  });
};
