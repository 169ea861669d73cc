import type { HealthProbe } from '../../core/index.ts';
import type { S3Bucket } from './s3-bucket.ts';

/** No blob key starts with a dot, so this object never exists. */
const absentName = '.probe';

/** Requests an object that does not exist. */
export class S3HealthProbe implements HealthProbe {
  readonly #s3: S3Bucket;

  constructor(s3: S3Bucket) {
    this.#s3 = s3;
  }

  /** @throws DomainError `dependency_unavailable`. */
  async ping(): Promise<void> {
    await this.#s3.findObject(absentName);
  }
}
