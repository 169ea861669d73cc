import { codeStepMs, codeStepTolerance } from '../model/second-factor.ts';
import type { OneTimeCodes } from '../ports/one-time-codes.ts';
import type { EpochMs } from '../primitives/time.ts';

/** The time step that a time belongs to (RFC 6238). */
const stepOf = (time: EpochMs): number => Math.floor(time / codeStepMs);

/** The steps whose code is this, of those that count at a time, ascending. */
export const matchingSteps = async (
  codes: OneTimeCodes,
  key: string,
  code: string,
  now: EpochMs,
): Promise<readonly number[]> => {
  const first = Math.max(0, stepOf(now) - codeStepTolerance);
  const steps = Array.from({ length: 2 * codeStepTolerance + 1 }, (_, each) => first + each);
  const made = await Promise.all(steps.map((step) => codes.codeOf(key, step)));
  return steps.filter((_, index) => made[index] === code);
};

/**
 * What an app reads from a QR code, to have the key.
 *
 * @param issuer the name of the service, which apps show with the account.
 */
export const keyUri = (key: string, issuer: string, account: string): string => {
  // A colon separates the two, also an encoded one.
  const name = issuer.toWellFormed().replaceAll(':', ' ');
  const label = `${encodeURIComponent(name)}:${encodeURIComponent(account)}`;
  const parameters = `secret=${key}&issuer=${encodeURIComponent(name)}`;
  return `otpauth://totp/${label}?${parameters}&algorithm=SHA1&digits=6&period=30`;
};
