import { createHmac } from 'node:crypto';

/** Each purpose has its own key, so that a leak of one does not weaken the others. */
export const derivedSecret = (secret: string, purpose: string): string =>
  createHmac('sha256', secret).update(purpose).digest('hex');
