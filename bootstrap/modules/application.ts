import { ContainerModule } from 'inversify';
import { createCms, fixedWindowLimiter, type Hook } from '../../core/index.ts';
import type { Token } from '../token.ts';
import { tokens } from '../tokens.ts';

export interface ApplicationOptions {
  readonly uploadMaxBytes: number;
  readonly hooks: readonly Hook[];
}

/** The core over whatever the other modules bound: the only link between them. */
export const applicationModule = ({ uploadMaxBytes, hooks }: ApplicationOptions): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(tokens.limiter).toResolvedValue(
      (shared, own) => fixedWindowLimiter(shared, own),
      [tokens.sharedCache, tokens.fallbackCounter],
    );
    bind(tokens.cms).toDynamicValue(async (context) => {
      const get = <T>(token: Token<T>): Promise<T> => context.getAsync(token);
      return createCms(
        {
          ...(await get(tokens.repositories)),
          unitOfWork: await get(tokens.unitOfWork),
          blobs: await get(tokens.blobs),
          sharedCache: await get(tokens.sharedCache),
          processCache: await get(tokens.processCache),
          limiter: await get(tokens.limiter),
          clock: await get(tokens.clock),
          timer: await get(tokens.timer),
          ids: await get(tokens.ids),
          secrets: await get(tokens.secrets),
          passwords: await get(tokens.passwords),
          digest: await get(tokens.digest),
          signer: await get(tokens.signer),
          mediaInspector: await get(tokens.mediaInspector),
          patterns: await get(tokens.patterns),
          events: await get(tokens.events),
          log: await get(tokens.log),
          probes: {
            database: await get(tokens.databaseProbe),
            keyValue: await get(tokens.keyValueProbe),
            storage: await get(tokens.storageProbe),
          },
        },
        { uploadMaxBytes, hooks },
      );
    });
  });
