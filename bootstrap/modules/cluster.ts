import { ContainerModule } from 'inversify';
import { channelToPrimary } from '../../adapters/cluster/channel.ts';
import { ClusterHealthProbe } from '../../adapters/cluster/cluster-health-probe.ts';
import { ClusterKeyValueCache } from '../../adapters/cluster/cluster-key-value-cache.ts';
import { tokens } from '../tokens.ts';

/** What the workers of one instance count together while instances cannot. */
export const clusterCounterModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(tokens.fallbackCounter).toResolvedValue(
      () => new ClusterKeyValueCache(channelToPrimary()),
    );
  });

/** What the workers of one instance share: their primary holds it. */
export const clusterSharedModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(tokens.sharedCache).toResolvedValue(() => new ClusterKeyValueCache(channelToPrimary()));
    bind(tokens.keyValueProbe).toResolvedValue(
      (cache) => new ClusterHealthProbe(cache),
      [tokens.sharedCache],
    );
  });
