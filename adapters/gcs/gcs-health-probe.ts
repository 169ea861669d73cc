import type { HealthProbe } from '../../core/index.ts';
import type { GcsBucket } from './gcs-bucket.ts';

/** No blob key starts with a dot, so this object never exists. */
const absentName = '.probe';

/** Requests an object that does not exist: this needs access to objects only, not to the bucket itself. */
export class GcsHealthProbe implements HealthProbe {
  readonly #gcs: GcsBucket;

  constructor(gcs: GcsBucket) {
    this.#gcs = gcs;
  }

  /** @throws DomainError `dependency_unavailable`. */
  async ping(): Promise<void> {
    await this.#gcs.findObject(absentName);
  }
}
