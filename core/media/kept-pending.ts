import { DomainError } from '../errors.ts';
import { minute } from '../time.ts';
import type { MediaFile } from './media-file.ts';
import type { MediaPorts } from './media-ports.ts';

/** Several times within the hour that the sweep waits for. */
const renewedEveryMs = 10 * minute;

/**
 * Passes the bytes of an upload on and, while they come, keeps its record from looking abandoned,
 * however long they take.
 *
 * @throws DomainError `dependency_unavailable` when the sweep has taken the record all the same.
 */
export async function* keptPending(
  ports: Pick<MediaPorts, 'media' | 'clock' | 'log'>,
  pending: MediaFile,
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let renewedAt = pending.updatedAt;
  for await (const chunk of body) {
    yield chunk;
    const now = ports.clock.now();
    if (now - renewedAt < renewedEveryMs) continue;
    renewedAt = now;
    if (!(await renew(ports, { ...pending, updatedAt: now }))) throw tooSlow();
  }
}

/** A database that is away for a moment does not end an upload: there is time for another try. */
const renew = async (
  { media, log }: Pick<MediaPorts, 'media' | 'log'>,
  file: MediaFile,
): Promise<boolean> => {
  try {
    return await media.update(file, 'pending');
  } catch (error) {
    log.warn('An upload that runs could not be noted', { media: file.id }, error);
    return true;
  }
};

/** The sweep took it for one that a crash had left. */
export const tooSlow = (): DomainError =>
  new DomainError('dependency_unavailable', 'The upload took too long; nothing was stored', {
    retryAfterMs: 1_000,
  });
