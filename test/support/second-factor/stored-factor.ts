import type { Ports } from '../../../core/index.ts';
import { appCode } from './app-code.ts';

/** What an account has: nothing, a factor that waits for its first code, or a confirmed one. */
export type FactorState = 'none' | 'pending' | 'set';

/** Stores the state of an account directly. @returns a code that is right. */
export const storeFactor = async (
  { store, ids, clock, encryption, oneTimeCodes }: Ports,
  userId: string,
  state: FactorState,
): Promise<string> => {
  const { users, secondFactors } = store.repositories;
  const user = (await users.findById(userId))!;
  await users.update({ ...user, hasSecondFactor: state === 'set' });
  await secondFactors.delete(userId);
  const key = oneTimeCodes.newKey();
  if (state !== 'none') {
    const factor = {
      userId,
      version: ids.next(),
      secret: await encryption.encrypt(key),
      pendingUntil: state === 'pending' ? clock.now() + 60_000 : undefined,
      lastStep: 0,
      recoveryCodes: [],
      wrongAt: [],
    };
    await secondFactors.replace(factor, undefined);
  }
  return appCode(key, clock.now());
};
