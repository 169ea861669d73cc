import { anonymous } from '../access/actor.ts';
import { visibilityFor } from '../access/visibility.ts';
import type { Ports } from '../ports/ports.ts';

/** Whether strangers can read what is not published. For those who say so to whoever writes it. */
export const draftsArePublic =
  ({ settings }: Pick<Ports, 'settings'>) =>
  async (): Promise<boolean> =>
    !visibilityFor(anonymous, await settings.load()).publishedOnly;
