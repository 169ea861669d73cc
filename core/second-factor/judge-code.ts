import { wrongCodesMax, wrongCodesMs, type SecondFactor } from '../model/second-factor.ts';
import type { Dependencies } from '../ports/ports.ts';
import { DomainError } from '../primitives/errors.ts';
import type { EpochMs } from '../primitives/time.ts';
import { matchingSteps } from './app-codes.ts';
import { plainCode, recoveryDigest } from './recovery-codes.ts';

/** What a code means. `after` is the factor to store in its place, without which a verdict is worth nothing. */
export type Verdict =
  | { readonly kind: 'right'; readonly after: SecondFactor }
  /** @param after undefined if nothing changes. */
  | { readonly kind: 'wrong'; readonly after: SecondFactor | undefined }
  | { readonly kind: 'stopped'; readonly retryAfterMs: number };

export type JudgeDependencies = Pick<
  Dependencies,
  'encryption' | 'oneTimeCodes' | 'digest' | 'ids' | 'clock'
>;

/** Which codes are right: those of the app, or also recovery codes. */
export type AcceptedCodes = 'app' | 'any';

/** Says what a code means for a factor as it is now. Changes nothing. */
export const judgeCode = async (
  dependencies: JudgeDependencies,
  factor: SecondFactor,
  entered: string,
  accepted: AcceptedCodes,
): Promise<Verdict> => {
  const now = dependencies.clock.now();
  const retryAfterMs = stopOf(factor, now);
  if (retryAfterMs !== undefined) return { kind: 'stopped', retryAfterMs };
  const version = dependencies.ids.next();
  const code = plainCode(entered);
  if (/^[0-9]{6}$/.test(code)) {
    const { key, steps } = await stepsOf(dependencies, factor, code, now);
    const lastStep = steps.find((step) => step > factor.lastStep);
    if (lastStep !== undefined) {
      // By the first secret of the service, so that the ones after it can leave the list.
      const secret = await dependencies.encryption.encrypt(key);
      return { kind: 'right', after: { ...factor, version, lastStep, secret } };
    }
    // It says no more than its first use did, and a form that is sent twice must not stop the codes.
    if (steps.length > 0) return { kind: 'wrong', after: undefined };
  } else if (accepted === 'any') {
    const used = await recoveryDigest(dependencies, factor.userId, code);
    const recoveryCodes = factor.recoveryCodes.filter((each) => each !== used);
    if (recoveryCodes.length < factor.recoveryCodes.length) {
      return { kind: 'right', after: { ...factor, version, recoveryCodes } };
    }
  }
  const wrongAt = [...recentWrong(factor, now), now];
  return { kind: 'wrong', after: { ...factor, version, wrongAt } };
};

/** None if no secret of the service decrypts the key any more: recovery codes do not need it. */
const stepsOf = async (
  { encryption, oneTimeCodes }: JudgeDependencies,
  { secret }: SecondFactor,
  code: string,
  now: EpochMs,
): Promise<{ readonly key: string; readonly steps: readonly number[] }> => {
  const key = await encryption.decrypt(secret);
  if (key === undefined) return { key: '', steps: [] };
  return { key, steps: await matchingSteps(oneTimeCodes, key, code, now) };
};

/** The wrong codes that still count. The clock may have been set back. */
const recentWrong = ({ wrongAt }: SecondFactor, now: EpochMs): readonly EpochMs[] =>
  wrongAt.filter((at) => Math.abs(now - at) < wrongCodesMs);

/** For how long codes are stopped; undefined if they are not. All wrong codes count until the last one no longer does. */
const stopOf = ({ wrongAt }: SecondFactor, now: EpochMs): number | undefined => {
  const last = wrongAt.at(-1) ?? -Infinity;
  if (!isStopping({ wrongAt }) || Math.abs(now - last) >= wrongCodesMs) return undefined;
  return Math.min(wrongCodesMs, last + wrongCodesMs - now);
};

/** Whether the last wrong code was one too many. */
export const isStopping = ({ wrongAt }: Pick<SecondFactor, 'wrongAt'>): boolean =>
  wrongAt.length >= wrongCodesMax;

/** @param challenge what takes another code; undefined if nothing does. */
export const invalidCode = (challenge?: string): DomainError =>
  new DomainError('invalid_code', 'This code is not valid', {
    ...(challenge !== undefined && { challenge }),
  });

/** The error for a code that is not right. */
export const errorOf = (verdict: Exclude<Verdict, { readonly kind: 'right' }>): DomainError =>
  verdict.kind === 'wrong'
    ? invalidCode()
    : new DomainError('rate_limited', 'Too many wrong codes', {
        details: `Try again in ${Math.ceil(verdict.retryAfterMs / 60_000)} minutes`,
        retryAfterMs: verdict.retryAfterMs,
      });
