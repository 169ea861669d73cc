import type { Ports } from '../ports/ports.ts';
import type { DomainEvent } from './domain-event.ts';

export type Tell = (event: DomainEvent) => Promise<void>;

/** Publishes an event after its write is kept; a failure is logged, never the caller's problem. */
export const tell =
  ({ events, log }: Pick<Ports, 'events' | 'log'>): Tell =>
  async (event) => {
    try {
      await events.publish(event);
    } catch (error) {
      log.error('An event could not be delivered', { event: event.type }, error);
    }
  };
