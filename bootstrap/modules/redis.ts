import { ContainerModule } from 'inversify';
import type {
  RedisConnection,
  RedisConnectionOptions,
} from '../../adapters/redis/redis-connection.ts';
import { token } from '../token.ts';
import { tokens } from '../tokens.ts';

export interface RedisOptions extends RedisConnectionOptions {
  /** What the names of all keys begin with: letters, digits, `_`, `.` and `-`. */
  readonly prefix: string;
}

const connectionToken = token<RedisConnection>('RedisConnection');

/**
 * What instances share, in Redis. The driver, which is slow to load, is loaded when one of the ports is
 * asked for; Redis itself need not be there.
 */
export const redisModule = ({ prefix, ...options }: RedisOptions): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(connectionToken)
      .toResolvedValue(async () => {
        const { RedisConnection } = await import('../../adapters/redis/redis-connection.ts');
        return new RedisConnection(options);
      })
      .onDeactivation((connection) => connection.close());
    bind(tokens.sharedCache).toResolvedValue(
      async (connection) => {
        const { RedisKeyValueCache } =
          await import('../../adapters/redis/redis-key-value-cache.ts');
        return new RedisKeyValueCache(connection, prefix);
      },
      [connectionToken],
    );
    bind(tokens.keyValueProbe).toResolvedValue(
      async (connection) => {
        const { RedisHealthProbe } = await import('../../adapters/redis/redis-health-probe.ts');
        return new RedisHealthProbe(connection);
      },
      [connectionToken],
    );
  });
