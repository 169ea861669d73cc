import type { DomainEvent } from '../events/domain-event.ts';

export interface EventPublisher {
  /** Called after the write is kept. Delivery is best effort; what it throws is logged and dropped. */
  publish(event: DomainEvent): Promise<void>;
}
