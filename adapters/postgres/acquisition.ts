import { isDomainError } from '../../core/index.ts';
import { noConnection } from './outages.ts';

/** Knex's own client, as far as it is used here; its types leave these open. */
export interface PoolClient {
  acquireConnection(): Promise<unknown>;
  readonly pool: { numPendingAcquires(): number; readonly max: number };
}

/**
 * How many may wait for each connection. At a millisecond a statement they are all served in a tenth
 * of the time that they would wait; whoever comes on top of them would only make all others late.
 */
const waitingPerConnection = 100;

/**
 * Makes every failure to get a connection, whatever the driver calls it, an outage: nothing was asked
 * of the database yet. Beyond so many that wait already it fails at once.
 */
export const boundAcquisition = (client: PoolClient): void => {
  const acquire = client.acquireConnection.bind(client);
  const maxWaiting = client.pool.max * waitingPerConnection;
  client.acquireConnection = async () => {
    if (client.pool.numPendingAcquires() >= maxWaiting) throw noConnection(tooManyWait());
    try {
      return await acquire();
    } catch (error) {
      throw isDomainError(error) ? error : noConnection(error);
    }
  };
};

const tooManyWait = (): Error => new Error('Too many wait for a connection already');
