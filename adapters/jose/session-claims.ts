import { readClaims, type SessionClaims } from '../../core/index.ts';

/** Reads what a token carries. @returns undefined unless each claim is there and of its type. */
export const parseClaims = (payload: Uint8Array): SessionClaims | undefined => {
  try {
    return readClaims(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload)));
  } catch {
    return undefined;
  }
};

export const encodeClaims = (claims: SessionClaims): Uint8Array => {
  const { userId, email, role, jti, iat, exp } = claims;
  return new TextEncoder().encode(JSON.stringify({ userId, email, role, jti, iat, exp }));
};
