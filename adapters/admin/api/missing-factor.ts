import { signal } from '@preact/signals';

/** Whether the service rejects everything but the set-up of a second factor, as far as the last requests know. */
export const isFactorMissing = signal(false);
