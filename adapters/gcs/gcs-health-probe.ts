import type { HealthProbe } from '../../core/index.ts';
import type { GcsBucket } from './gcs-bucket.ts';
import { findObject } from './stored-object.ts';

/** No key begins with a dot. */
const absentName = '.probe';

/**
 * Whether the bucket answers, by asking for an object that is never there: the cheapest question that
 * the right to its objects, without one to the bucket itself, allows.
 */
export class GcsHealthProbe implements HealthProbe {
  readonly #gcs: GcsBucket;

  constructor(gcs: GcsBucket) {
    this.#gcs = gcs;
  }

  /** @throws DomainError `dependency_unavailable`. */
  async ping(): Promise<void> {
    await findObject(this.#gcs, this.#gcs.object(absentName));
  }
}
