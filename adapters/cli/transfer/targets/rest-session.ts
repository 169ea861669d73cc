import { setTimeout as sleep } from 'node:timers/promises';
import {
  ApiError,
  createClient,
  type Client,
  type FetchRequest,
  type FetchResponse,
} from '../../../../contracts/index.ts';
import { challengeLifetimeMs } from '../../../../core/vocabulary.ts';
import { CommandError, InterruptedError } from '../../command-errors.ts';
import type { SignInCodes } from './sign-in-codes.ts';

export interface RestSessionOptions {
  /** URL of the service, without a trailing slash. */
  readonly url: string;
  readonly email: string;
  readonly password: string;
  /** Called at each sign-in of an account with a second factor. */
  readonly newCodes: () => SignInCodes;
  /** Ends a wait. */
  readonly signal: AbortSignal;
  readonly notify: (line: string) => void;
}

/** Requests to a service, sent as the user who signed in. */
export interface RestSession {
  readonly url: string;
  /**
   * Sends a request. Signs in again when the session has ended, and retries while the service is
   * busy, so `request` may run several times.
   *
   * @throws ApiError for every other error of the service; CommandError when the service is
   *   unreachable or its answer incomplete; InterruptedError while it waits.
   */
  readonly send: <T>(request: (client: Client) => Promise<T>) => Promise<T>;
}

/** Signs in. @throws CommandError when that fails; InterruptedError while it waits. */
export const openRestSession = async (options: RestSessionOptions): Promise<RestSession> => {
  const { url } = options;
  let client = await signIn(options);
  return {
    url,
    send: async (request) => {
      try {
        return await retryWhileBusy(() => request(client), options);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 401) throw error;
        client = await signIn(options);
        return retryWhileBusy(() => request(client), options);
      }
    },
  };
};

const signIn = async (options: RestSessionOptions): Promise<Client> => {
  const { url: baseUrl, email, password } = options;
  const fetch = fetchFrom(baseUrl);
  // A session repeats by itself, and reports it.
  const requests = { baseUrl, fetch, retries: 0 };
  const anonymous = createClient(requests);
  try {
    const logIn = () => anonymous.logIn({ body: { email, password } });
    const { body } = await retryWhileBusy(logIn, options).catch((error: unknown) => {
      const challenge = error instanceof ApiError ? error.challenge : undefined;
      if (challenge === undefined) throw error;
      return signInWithCode(anonymous, challenge, options);
    });
    return createClient({ ...requests, credentials: { sessionToken: body.token } });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new CommandError(`Signing in failed: ${describeApiError(error)}`, { cause: error });
  }
};

const signInWithCode = async (
  client: Client,
  challenge: string,
  options: RestSessionOptions,
): ReturnType<Client['logInWithCode']> => {
  const codes = options.newCodes();
  for (;;) {
    const code = await codes.next();
    try {
      const logIn = () => client.logInWithCode({ body: { challenge, code } });
      return await retryWhileBusy(logIn, options, challengeLifetimeMs);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'invalid_code') throw error;
    }
  }
};

/** What the service says, in sentences. */
export const describeApiError = ({ message, details }: ApiError): string =>
  details === undefined ? `${message}.` : `${message}. ${details}.`;

/**
 * A `fetch` that ends with what the user can do.
 *
 * @returns a function that throws CommandError if there is no answer, or a redirect.
 */
export const fetchFrom =
  (baseUrl: string) =>
  async (url: string, request: FetchRequest): Promise<FetchResponse> => {
    const response = await fetch(url, request as RequestInit).catch((error: unknown) => {
      throw new CommandError(`No answer from ${baseUrl}: ${reasonOf(error)}.`, { cause: error });
    });
    if (response.status < 300 || response.status >= 400) return response;
    const location = response.headers.get('location') ?? 'another URL';
    throw new CommandError(`${baseUrl} redirects to ${location}. Give that URL with --url.`);
  };

/** The connection broke, or the body is not what a service sends. */
export const incompleteAnswer = (url: string, error: unknown): CommandError =>
  new CommandError(`The answer of ${url} is incomplete: ${reasonOf(error)}.`, { cause: error });

/** `fetch` hides the reason in `cause`. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { cause, message } = error;
  if (!(cause instanceof Error)) return message;
  return cause.message || ('code' in cause ? String(cause.code) : message);
};

const maxRetries = 30;
const usualWaitMs = 5_000;
const maxWaitMs = 300_000;

/** @param limitMs when the service asks to wait for longer, the error is thrown at once. */
const retryWhileBusy = async <T>(
  attempt: () => Promise<T>,
  { url, signal, notify }: RestSessionOptions,
  limitMs = Infinity,
): Promise<T> => {
  for (let retries = 0; ; retries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof CommandError) throw error;
      if (!(error instanceof ApiError)) throw incompleteAnswer(url, error);
      if (!isBusy(error) || retries === maxRetries) throw error;
      if ((error.retryAfterMs ?? 0) > limitMs) throw error;
      const ms = Math.min(Math.max(error.retryAfterMs ?? usualWaitMs, 1_000), maxWaitMs);
      notify(`The service is busy (${describeApiError(error)}) Retrying in ${ms / 1_000} s.`);
      await wait(ms, signal);
    }
  }
};

const isBusy = ({ status }: ApiError): boolean => status === 429 || status === 503;

/** @throws InterruptedError when the signal ends it. */
export const wait = async (ms: number, signal: AbortSignal): Promise<void> => {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    throw new InterruptedError('Stopped while waiting for the service.', { cause: error });
  }
};

/** @returns undefined if the service does not have what was asked for. */
export const unlessNotFound = async <T>(answer: Promise<T>): Promise<T | undefined> => {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
};
