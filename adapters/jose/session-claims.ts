import { isJsonObject, roles, type Role, type SessionClaims } from '../../core/index.ts';

/** Reads what a token carries. @returns undefined unless each claim is there and of its type. */
export const parseClaims = (payload: Uint8Array): SessionClaims | undefined => {
  const claims = parseJson(payload);
  if (!isJsonObject(claims)) return undefined;
  const { userId, email, role, jti, iat, exp } = claims;
  if (typeof userId !== 'string' || typeof email !== 'string' || typeof jti !== 'string') {
    return undefined;
  }
  if (!isRole(role) || !isSeconds(iat) || !isSeconds(exp)) return undefined;
  return { userId, email, role, jti, iat, exp };
};

export const encodeClaims = (claims: SessionClaims): Uint8Array => {
  const { userId, email, role, jti, iat, exp } = claims;
  return new TextEncoder().encode(JSON.stringify({ userId, email, role, jti, iat, exp }));
};

const isRole = (value: unknown): value is Role => roles.some((role) => role === value);

const isSeconds = (value: unknown): value is number => Number.isSafeInteger(value);

const parseJson = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
};
