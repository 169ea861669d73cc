import type { Cms } from '../../../core/index.ts';

/** Tells the listener of the application everything that is stored. */
export const tellEvents = ({ events }: Pick<Cms, 'events'>): Promise<void> =>
  events.tell({ aborted: false });
