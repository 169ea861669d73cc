import { uncachedPages } from './cache/page-cache.ts';
import type { AfterCommit } from './events/domain-event.ts';
import type { Ports } from './ports/ports.ts';
import type { Store } from './ports/store.ts';
import { answerOnce } from './receipts/answer-once.ts';
import { partsOn, sharedParts, type CmsOptions } from './parts.ts';
import { useCasesOf, type UseCases } from './use-cases.ts';

/** The driving port: all use cases, by subject. */
export type Cms = ReturnType<typeof createCms>;

/** Assembles the core: connects all use cases to the ports. */
export const createCms = (ports: Ports, options: CmsOptions) => {
  const shared = sharedParts(ports, options);
  const { store } = ports;
  const cmsOn = (inside: Store, afterCommit: AfterCommit): UseCases =>
    useCasesOf({
      ...partsOn(shared, inside, afterCommit),
      // What it reads may never be committed.
      pageCache: uncachedPages,
    });
  return {
    ...useCasesOf(partsOn(shared, store, (effect) => effect())),
    /** For hosts whose clients repeat requests with a key. */
    retries: { answerOnce: answerOnce({ ...shared, store, cmsOn }) },
  };
};
