import { ApiError } from './api-error.ts';
import type { ClientRequest } from './client-types.ts';
import type { Client } from './client.ts';
import { pauseUntil, spread, type Signal } from './pause.ts';
import type { Api } from '../api.ts';

type ChangesRequest = NonNullable<ClientRequest<Api['listChanges']>['query']>;
type ChangesPage = Awaited<ReturnType<Client['listChanges']>>['body'];

/** What to follow, and until when. */
export interface FollowChanges extends Pick<
  ChangesRequest,
  'collection' | 'locale' | 'perspective'
> {
  /** A stored cursor. By default `start`: every visible item comes first. */
  readonly after?: string | undefined;
  /** Ends the loop, which then throws the reason of the signal. */
  readonly signal?: Signal | undefined;
}

/** In seconds: how long the service waits for a change. */
const wait = 25;

const longestPauseMs = 30_000;

/**
 * The pages of the feed of changes, without an end, each as soon as something has changed. Store `meta.cursor` together with
 * what you have taken from `data`, and continue with it. While the service cannot be reached, fails or is busy (429, 503), the
 * loop tries again with the same cursor: not before the time of `Retry-After`, and not at the same time as other readers.
 *
 * @throws ApiError for other errors: `cursor_expired` means to start again.
 */
export async function* changes(
  client: Pick<Client, 'listChanges'>,
  { after = 'start', signal, ...reader }: FollowChanges = {},
): AsyncGenerator<ChangesPage> {
  let cursor = after;
  for (let pauseMs = 0; ;) {
    const query = { ...reader, after: cursor, wait };
    let askedMs = 0;
    const page = await client.listChanges({ query, ...(signal && { signal }) }).then(
      ({ body }) => body,
      (error: unknown) => {
        if (signal?.aborted === true || !mayPass(error)) throw error;
        if (error instanceof ApiError) askedMs = error.retryAfterMs ?? 0;
      },
    );
    if (page === undefined) {
      pauseMs = Math.min(longestPauseMs, pauseMs * 2 || 1_000);
      await pauseUntil(spread(Math.max(pauseMs, askedMs)), signal);
    } else {
      pauseMs = 0;
      cursor = page.meta.cursor;
      yield page;
    }
  }
}

/** Whether the same request can succeed later. */
const mayPass = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429;
