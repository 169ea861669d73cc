import type { Actor } from '../access/actor.ts';
import type { Ports } from '../ports/ports.ts';

/** Ends the caller's session everywhere. A caller without one has nothing to end. */
export const logOut =
  ({ sessions }: Pick<Ports, 'sessions'>) =>
  async (actor: Actor): Promise<void> => {
    if (actor.kind === 'user') await sessions.delete(actor.sessionId);
  };
