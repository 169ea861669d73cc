import { signal } from '@preact/signals';

/** Whether the last request reached the service. */
export const isOnline = signal(true);
