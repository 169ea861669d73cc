import type { JsonObject } from '../../core/vocabulary.ts';

export const lacksClaims = (idToken: JsonObject, names: readonly string[]): boolean =>
  // Whether an address is verified is said where the address is.
  names.some((name) => name !== 'email_verified' && idToken[name] === undefined);

/**
 * The claims with these names: those of the ID token and, as far as it lacks them, those of userinfo. `email_verified` is from
 * where `email` is, because it is about that address only.
 */
export const mergedClaims = (
  names: readonly string[],
  idToken: JsonObject,
  userInfo: JsonObject = {},
): JsonObject => {
  const ofEmail = idToken['email'] === undefined ? userInfo : idToken;
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = name === 'email_verified' ? ofEmail[name] : (idToken[name] ?? userInfo[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
};
