import type { PasswordHasher } from '../ports/hashing.ts';

/**
 * A hasher that also verifies the hashes of a former one, and reports them as outdated: accounts move over when they sign
 * in. Every verification takes the time of both, so that it does not tell which accounts exist, or have moved.
 *
 * @param own makes all new hashes. @param former verifies the hashes that do not have the scheme of `own`.
 */
export const withFormerHashes = (own: PasswordHasher, former: PasswordHasher): PasswordHasher => {
  if (own.scheme === former.scheme) return own;
  return {
    scheme: own.scheme,
    hash: (password) => own.hash(password),
    verify: async (password, hash) => {
      const isFormer = hash !== undefined && !hash.startsWith(own.scheme);
      const [current, before] = await Promise.all([
        own.verify(password, isFormer ? undefined : hash),
        former.verify(password, isFormer ? hash : undefined),
      ]);
      return isFormer ? { matches: before.matches, outdated: true } : current;
    },
  };
};
