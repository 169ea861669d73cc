import type { HealthProbe, KeyValueCache } from '../../core/index.ts';

/** Asks the primary for the least it can answer. */
export class ClusterHealthProbe implements HealthProbe {
  readonly #cache: KeyValueCache;

  constructor(cache: KeyValueCache) {
    this.#cache = cache;
  }

  async ping(): Promise<void> {
    await this.#cache.get('');
  }
}
