import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorDto, SessionDto } from '../../../contracts/index.ts';
import { CommandError, InterruptedError } from '../command-error.ts';

export interface RestClientOptions {
  /** Of the service, without a trailing slash. */
  readonly url: string;
  readonly email: string;
  readonly password: string;
  /** Ends a wait. */
  readonly signal: AbortSignal;
  readonly tell: (line: string) => void;
}

export interface RestRequest {
  readonly method: 'GET' | 'POST';
  /** Starts with a slash. */
  readonly path: string;
  /** Made anew for every try. Text is JSON. */
  readonly body?: () => Promise<FormData | string>;
  /** Statuses that are an answer like any other, beside success. */
  readonly accept?: readonly number[];
}

/** Asks a service at an address, as the user who signed in. */
export interface RestClient {
  /** @throws CommandError for a refusal or no answer; InterruptedError while waiting. */
  readonly send: (request: RestRequest) => Promise<Response>;
}

/**
 * Signs in, and again when the session ends. A service that is too busy is waited for, as long as it
 * asks for.
 *
 * @throws CommandError when signing in fails; InterruptedError while waiting.
 */
export const connectRest = async (options: RestClientOptions): Promise<RestClient> => {
  let token = await logIn(options);
  const authorized = ({ method, path, body }: RestRequest): Promise<Response> =>
    exchange(options, path, async () => {
      const content = await body?.();
      return {
        method,
        headers: { authorization: `Bearer ${token}`, ...contentType(content) },
        ...(content !== undefined && { body: content }),
      };
    });
  return {
    send: async (request) => {
      let response = await authorized(request);
      if (response.status === 401) {
        await response.body?.cancel();
        token = await logIn(options);
        response = await authorized(request);
      }
      if (response.ok || request.accept?.includes(response.status) === true) return response;
      throw new CommandError(`The service refused: ${await readRefusal(response)}`);
    },
  };
};

const logIn = async (options: RestClientOptions): Promise<string> => {
  const { email, password } = options;
  const body = JSON.stringify({ email, password });
  const response = await exchange(options, '/auth/login', async () => ({
    method: 'POST',
    headers: contentType(body),
    body,
  }));
  if (!response.ok) throw new CommandError(`Signing in failed: ${await readRefusal(response)}`);
  const { token } = (await readJson(response)) as SessionDto;
  return token;
};

const contentType = (body: unknown): Readonly<Record<string, string>> =>
  typeof body === 'string' ? { 'content-type': 'application/json' } : {};

/** How often a service may say that it has no time before it is given up. */
const maxWaits = 30;

/** One request, and as many more as it takes until the service has time. */
const exchange = async (
  { url, signal, tell }: RestClientOptions,
  path: string,
  init: () => Promise<RequestInit>,
): Promise<Response> => {
  for (let waits = 0; ; waits += 1) {
    const response = await ask(url, path, await init());
    const isBusy = response.status === 429 || response.status === 503;
    if (!isBusy || waits === maxWaits) return response;
    const seconds = waitOf(response);
    tell(`The service is busy (${await readRefusal(response)}) Trying again in ${seconds} s.`);
    await wait(seconds, signal);
  }
};

const ask = async (url: string, path: string, init: RequestInit): Promise<Response> => {
  // A redirect would carry the password to wherever it leads.
  const response = await fetch(`${url}${path}`, { ...init, redirect: 'manual' }).catch(
    (error: unknown) => {
      throw new CommandError(`No answer from ${url}: ${reasonOf(error)}.`, { cause: error });
    },
  );
  if (response.status < 300 || response.status >= 400 || response.status === 304) return response;
  const place = response.headers.get('location') ?? 'another place';
  throw new CommandError(`${url} leads on to ${place}: give that address with --url.`);
};

/** What is behind "fetch failed". */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  const { cause, message } = error;
  if (!(cause instanceof Error)) return message;
  return cause.message || ('code' in cause ? String(cause.code) : message);
};

/** In seconds. */
const usualWait = 5;
const longestWait = 300;

const waitOf = (response: Response): number => {
  const asked = Number(response.headers.get('retry-after') ?? usualWait);
  return Number.isFinite(asked) ? Math.min(Math.max(asked, 1), longestWait) : usualWait;
};

const wait = async (seconds: number, signal: AbortSignal): Promise<void> => {
  try {
    await sleep(seconds * 1_000, undefined, { signal });
  } catch (error) {
    throw new InterruptedError('Stopped while waiting for the service.', { cause: error });
  }
};

/** Why the service refused, as a sentence. */
const readRefusal = async (response: Response): Promise<string> => {
  const { error, details } = await readError(response);
  return [error, details]
    .filter((each) => each !== undefined)
    .map((each) => `${each}.`)
    .join(' ');
};

/** @throws CommandError when the answer ends before it is whole or is no JSON. */
export const readJson = async (response: Response): Promise<unknown> => {
  try {
    return await response.json();
  } catch (error) {
    throw brokenOff(response.url, error);
  }
};

export const brokenOff = (url: string, error: unknown): CommandError =>
  new CommandError(`The answer of ${url} broke off: ${reasonOf(error)}.`, { cause: error });

/** The error that an answer carries; one of another server becomes its status. */
export const readError = async (response: Response): Promise<ErrorDto> => {
  const text = await response.text();
  try {
    const body = JSON.parse(text) as Partial<ErrorDto> | null;
    if (typeof body?.error === 'string') return { ...body, error: body.error };
  } catch {
    // Not of this service.
  }
  return { error: `it answered ${response.status} ${response.statusText}`.trim() };
};
