import { audited } from '../events/record-audit.ts';
import type { User } from '../model/user.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { Limit } from '../ports/rate-limiter.ts';
import { hour } from '../primitives/time.ts';

/** Of all clients together: otherwise they could fill the audit. */
const rejectionLimit: Limit = { attempts: 100, windowMs: hour };

export type RecordRejectionDependencies = Pick<Dependencies, 'limiter' | 'store'>;

/** Without the address that was tried: it can be a password in the wrong field. */
export const recordRejection = async (
  { limiter, store }: RecordRejectionDependencies,
  user: Pick<User, 'id'> | undefined,
  address: string,
): Promise<void> => {
  if ((await limiter.attempt('audit:session.reject', rejectionLimit)) !== undefined) return;
  await audited(
    { store },
    { kind: 'anonymous', request: { address } },
    async () => undefined,
    () => ({ action: 'session.reject', id: user?.id }),
  );
};
