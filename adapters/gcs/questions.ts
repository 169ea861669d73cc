import { Call } from './call.ts';
import type { GcsBucket } from './gcs-bucket.ts';
import { namesObject, statusOf, storageUnavailable } from './gcs-error.ts';

/**
 * Asks the bucket something short.
 *
 * @throws DomainError `dependency_unavailable`.
 */
export const ask = async <T>({ deadlines }: GcsBucket, work: () => Promise<T>): Promise<T> => {
  const call = new Call(deadlines.metadataMs);
  try {
    return await call.wait(work);
  } catch (error) {
    throw storageUnavailable(error);
  } finally {
    call.hangUp();
  }
};

/** Asks about an object like {@link ask}. @returns undefined when it is not there. */
export const askIfThere = <T>(gcs: GcsBucket, work: () => Promise<T>): Promise<T | undefined> =>
  ask(gcs, async () => {
    try {
      return await work();
    } catch (error) {
      if (statusOf(error) !== 404) throw error;
      if (!namesObject(error)) await lookAtBucket(gcs);
      return undefined;
    }
  });

/** @throws what the library reports when there is no such bucket. */
const lookAtBucket = async ({ bucket }: GcsBucket): Promise<void> => {
  await bucket.getFiles({ maxResults: 1, autoPaginate: false });
};
