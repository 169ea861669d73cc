import type { Ports } from '../ports/ports.ts';

/** Forgets the sessions whose time is over. */
export const sweepSessions =
  ({ sessions, clock }: Pick<Ports, 'sessions' | 'clock'>) =>
  async (): Promise<void> => {
    await sessions.deleteExpired(clock.now());
  };
