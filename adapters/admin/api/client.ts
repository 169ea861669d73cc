import { signal } from '@preact/signals';
import {
  ApiError,
  createClient,
  type FetchRequest,
  type FetchResponse,
} from '../../../contracts/client/index.ts';
import { t } from '../catalogue/texts.ts';
import { isOnline } from './connection.ts';
import { csrfToken, renewCsrfToken } from './csrf.ts';
import { isFactorMissing } from './missing-factor.ts';
import { signInAgain } from './session-expiry.ts';

/** The service could not be reached. Nothing is known about the request. */
export class OfflineError extends Error {
  override readonly name = 'OfflineError';

  constructor(cause: unknown) {
    super(t.service.unreachable, { cause });
  }
}

/** Adds the CSRF token, which every write that is authenticated by a cookie needs. */
const withToken = (request: FetchRequest): RequestInit => ({
  ...(request as RequestInit),
  headers: { ...(request.headers as Record<string, string>), 'X-CSRF-Token': csrfToken() },
});

/** Sends one request, as `fetch` does. Rejects with an `AbortError` if the caller has aborted it. */
export type Send = (url: string, request: RequestInit) => Promise<Response>;

const reach = async (send: Send, url: string, request: RequestInit): Promise<Response> => {
  try {
    const response = await send(url, request);
    // A response that was on its way says nothing about a connection that the browser has lost since.
    if (navigator.onLine) isOnline.value = true;
    return response;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    isOnline.value = false;
    throw new OfflineError(error);
  }
};

const fetchOnce: Send = (url, request) => fetch(url, request);

/** The code of an error response that this module acts upon; undefined for all others. */
const rejectionOf = async (response: Response): Promise<unknown> => {
  if (response.status !== 401 && response.status !== 403) return undefined;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return (body as { code?: unknown } | undefined)?.code;
};

/**
 * A `fetch` for requests of a signed-in user. When the session has ended, it waits until the user has
 * signed in again, then repeats the request: nothing that was typed is lost.
 */
export const signedIn =
  (send: Send) =>
  async (url: string, request: FetchRequest = {}): Promise<FetchResponse> => {
    const response = await reach(send, url, withToken(request));
    const rejection = await rejectionOf(response);
    // A wrong code of a second factor says nothing about the session.
    if (response.status === 401 && rejection !== 'invalid_code') {
      await signInAgain();
      return reach(send, url, withToken(request));
    }
    if (rejection === 'csrf_failed') {
      await renewCsrfToken();
      return reach(send, url, withToken(request));
    }
    if (rejection === 'second_factor_setup_required') isFactorMissing.value = true;
    return response;
  };

/** The path of what this tab has written last; an object of its own for each write. */
export const lastWrite = signal<{ readonly path: string } | undefined>(undefined);

const send = signedIn(fetchOnce);

const fetchSignedIn: typeof send = async (path, request) => {
  const response = await send(path, request);
  const isRead = ['GET', undefined].includes(request?.method);
  if (!isRead && response.status < 300) lastWrite.value = { path };
  return response;
};

/** The admin shows that the service is busy. */
const retries = 0;

/** The documented REST API, called as the signed-in user. */
export const api = createClient({ baseUrl: '', fetch: fetchSignedIn, retries });

/** The same without strict handling: keeps keys of `data` that the schema does not have. */
export const lenientApi = createClient({
  baseUrl: '',
  fetch: fetchSignedIn,
  retries,
  handling: 'lenient',
});

/** The same for requests that end when they are no longer needed: they then reject with an `AbortError`. */
export const apiUntil = (signal: AbortSignal): typeof api =>
  createClient({
    baseUrl: '',
    retries,
    fetch: (url, request) => fetchSignedIn(url, { ...request, signal }),
  });

/** The same without waiting for a new session: for the session itself. */
export const sessionApi = createClient({
  baseUrl: '',
  retries,
  fetch: (url, request = {}) => reach(fetchOnce, url, withToken(request)),
});

/** The same for what is said when a page is closed: the browser still sends it then. */
export const partingApi = createClient({
  baseUrl: '',
  retries,
  fetch: (url, request = {}) => reach(fetchOnce, url, { ...withToken(request), keepalive: true }),
});

export const hasStatus = (error: unknown, status: number): error is ApiError =>
  error instanceof ApiError && error.status === status;

export const hasCode = (error: unknown, code: string): error is ApiError =>
  error instanceof ApiError && error.code === code;

/** Whether the same request can succeed later: the service was unreachable, busy, or it failed. */
export const canRetry = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || [408, 429].includes(error.status);

/** A sentence for people. */
export const messageOf = (error: unknown): string => {
  if (error instanceof ApiError) {
    return error.details === undefined ? error.message : `${error.message}. ${error.details}`;
  }
  return error instanceof Error ? error.message : String(error);
};
