import { ContainerModule } from 'inversify';
import { createCms, fixedWindowLimiter, type Hook } from '../../core/index.ts';
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
      [tokens.sharedCache, tokens.processCache],
    );
    bind(tokens.cms).toResolvedValue(
      (
        repositories,
        unitOfWork,
        blobs,
        sharedCache,
        processCache,
        limiter,
        clock,
        timer,
        ids,
        secrets,
        passwords,
        digest,
        signer,
        mediaInspector,
        patterns,
        events,
        log,
        database,
        keyValue,
        storage,
      ) =>
        createCms(
          {
            ...repositories,
            unitOfWork,
            blobs,
            sharedCache,
            processCache,
            limiter,
            clock,
            timer,
            ids,
            secrets,
            passwords,
            digest,
            signer,
            mediaInspector,
            patterns,
            events,
            log,
            probes: { database, keyValue, storage },
          },
          { uploadMaxBytes, hooks },
        ),
      [
        tokens.repositories,
        tokens.unitOfWork,
        tokens.blobs,
        tokens.sharedCache,
        tokens.processCache,
        tokens.limiter,
        tokens.clock,
        tokens.timer,
        tokens.ids,
        tokens.secrets,
        tokens.passwords,
        tokens.digest,
        tokens.signer,
        tokens.mediaInspector,
        tokens.patterns,
        tokens.events,
        tokens.log,
        tokens.databaseProbe,
        tokens.keyValueProbe,
        tokens.storageProbe,
      ],
    );
  });
