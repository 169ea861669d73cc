import type { DomainEvent, EventPublisher } from '../../core/index.ts';

export type EventListener = (event: DomainEvent) => void | Promise<void>;

/** Tells the listeners of this process. */
export class MemoryEventPublisher implements EventPublisher {
  readonly #listeners = new Set<EventListener>();

  /** @returns a function that ends the subscription. */
  subscribe(listener: EventListener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Resolves when every listener is done. @throws AggregateError of what listeners threw. */
  async publish(event: DomainEvent): Promise<void> {
    const outcomes = await Promise.allSettled(
      [...this.#listeners].map(async (listener) => listener(event)),
    );
    const reasons = outcomes.flatMap((outcome): readonly unknown[] =>
      outcome.status === 'rejected' ? [outcome.reason] : [],
    );
    if (reasons.length > 0) throw new AggregateError(reasons, `Listeners to ${event.type} failed`);
  }
}
