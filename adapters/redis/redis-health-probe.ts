import type { HealthProbe } from '../../core/index.ts';
import type { RedisConnection } from './redis-connection.ts';

/** Sends a PING, with the answer timeout of the connection. */
export class RedisHealthProbe implements HealthProbe {
  readonly #connection: RedisConnection;

  constructor(connection: RedisConnection) {
    this.#connection = connection;
  }

  /** @throws DomainError `dependency_unavailable`, also while Redis is not connected. */
  async ping(): Promise<void> {
    await this.#connection.run((redis) => redis.ping());
  }
}
