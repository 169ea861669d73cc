import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import type { ProviderFailure } from '../../core/index.ts';

/** Whether the person, or the provider, refused the sign-in. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof AuthorizationResponseError && error.error === 'access_denied';

/** A failure with the names of what went wrong, such as error codes, but without any value: those can be secrets. */
export const failureOf = (sentence: string, error: unknown): ProviderFailure => {
  const names = [...new Set(namesOf(error))];
  return { kind: 'failed', reason: [sentence, ...names].join(', ') };
};

/** Codes of errors in capitals, those of OAuth in small letters, names of claims. */
const nameForm = /^\w{1,60}$/;

const causesMax = 5;

function* namesOf(error: unknown): Generator<string> {
  let cause = error;
  for (
    let depth = 0;
    depth < causesMax && typeof cause === 'object' && cause !== null;
    depth += 1
  ) {
    if (cause instanceof AuthorizationResponseError || cause instanceof ResponseBodyError) {
      yield* named(cause.error);
    }
    if ('code' in cause) yield* named(cause.code);
    if ('claim' in cause) yield* named(cause.claim);
    // A DOMException has an error code as a number, and its name is clearer.
    if (cause instanceof DOMException) yield* named(cause.name);
    cause = 'cause' in cause ? cause.cause : undefined;
  }
}

const named = (value: unknown): readonly string[] =>
  typeof value === 'string' && nameForm.test(value) ? [value] : [];
