import { audited } from '../events/record-audit.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Limit } from '../ports/rate-limiter.ts';
import { hour } from '../primitives/time.ts';

/** Of all clients together: otherwise they could fill the audit. */
const rejectionLimit: Limit = { attempts: 100, windowMs: hour };

/** Notes a sign-in that failed. Without the address that was tried: it can be a password in the wrong field. */
export const recordRejection = async (
  { limiter, store }: Pick<Dependencies, 'limiter' | 'store'>,
  userId: string | undefined,
  address: string,
): Promise<void> => {
  if ((await limiter.attempt('audit:session.reject', rejectionLimit)) !== undefined) return;
  await audited(
    { store },
    { kind: 'anonymous', request: { address } },
    async () => undefined,
    () => ({ action: 'session.reject', id: userId }),
  );
};
