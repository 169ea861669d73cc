import type { RegisteredInstance } from './lease-registry.ts';

interface Observation {
  readonly stamp: string;
  readonly since: number;
}

/**
 * For how long each other instance has not renewed its registration, on the clock of this instance: no
 * two clocks are ever compared.
 */
export class ObservedInstances {
  #seen = new Map<string, Observation>();

  /**
   * @param now when the view had arrived.
   * @returns the instances whose stamp has not changed for `ms`.
   */
  unchangedFor(
    ms: number,
    others: readonly RegisteredInstance[],
    now: number,
  ): readonly RegisteredInstance[] {
    this.#seen = new Map(
      others.map(({ id, stamp }) => {
        const seen = this.#seen.get(id);
        return [id, seen?.stamp === stamp ? seen : { stamp, since: now }];
      }),
    );
    return others.filter(({ id }) => now - (this.#seen.get(id)?.since ?? now) >= ms);
  }
}
