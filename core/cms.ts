import { uncachedPages } from './cache/page-cache.ts';
import type { AfterCommit } from './events/notification.ts';
import type { Ports } from './ports/ports.ts';
import type { Store } from './ports/store.ts';
import { dependenciesOn, sharedDependencies, type CmsOptions } from './use-cases/dependencies.ts';
import { retryUseCases, type RetryUseCases } from './use-cases/retries.ts';
import { useCasesOf, type UseCases } from './use-cases/use-cases.ts';

/** The driving port: all use cases, by subject. */
export interface Cms extends UseCases {
  readonly retries: RetryUseCases;
}

/** Assembles the core: connects all use cases to the ports. */
export const createCms = (ports: Ports, options: CmsOptions): Cms => {
  const shared = sharedDependencies(ports, options);
  const { store } = ports;
  const cmsOn = (inside: Store, afterCommit: AfterCommit): UseCases =>
    useCasesOf({
      ...dependenciesOn(shared, inside, afterCommit),
      // What it reads may never be committed.
      pageCache: uncachedPages,
    });
  return {
    ...useCasesOf(dependenciesOn(shared, store, (effect) => effect())),
    retries: retryUseCases({ ...shared, store, cmsOn }),
  };
};
