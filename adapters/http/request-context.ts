import type { IncomingHttpHeaders } from 'node:http';
import type { Actor, Reserve, Reusable, Signal } from '../../core/index.ts';
import type { Language } from './pages/language.ts';

/** What a handler gets besides the validated input. */
export interface RequestContext {
  readonly actor: Actor;
  /** The address by which rate limits count; see `caller/client-address.ts`. */
  readonly client: string;
  /** What the client calls itself; undefined if it does not. */
  readonly userAgent: string | undefined;
  /** Whether the client asks for strict handling. */
  readonly isStrict: boolean;
  /** The value of a cookie; undefined if the request does not have it. */
  readonly cookie: (name: string) => string | undefined;
  /** The names of the cookies that begin so, in the order of the request: oldest first. */
  readonly cookieNames: (prefix: string) => readonly string[];
  /** The language of a page for the user. */
  readonly language: () => Language;
  /** What made a browser send it. A GET with side effects has them only if it was the user. */
  readonly cause: () => RequestCause;
  /** Whether the client has closed the connection. */
  readonly isGone: () => boolean;
  /** Counts bytes of an answer that is sent in parts. They are freed with the answer at the latest. */
  readonly reserve: Reserve;
  /** Milliseconds since the request arrived. */
  readonly elapsedMs: () => number;
  /** Lets equal requests have the answer. @returns for how many milliseconds; 0 if they cannot. */
  readonly allowReuse: (reusable: Reusable) => number;
}

/** Ends work for a client that has closed the connection. */
export const leaving = ({ isGone }: Pick<RequestContext, 'isGone'>): Signal => ({
  get aborted() {
    return isGone();
  },
});

/**
 * What made a browser send a GET request: the user opened the URL on this site, a link or a form of another
 * site opened it, or a page loaded it: as an image, a frame, a script, or ahead of time.
 */
export type RequestCause = 'user' | 'other site' | 'page';

/**
 * Browsers send `Sec-Fetch-…` to https URLs and to this machine. Without these headers, the request counts as
 * the user's, unless it accepts images and no pages.
 */
export const causeOf = (headers: IncomingHttpHeaders): RequestCause => {
  const {
    'sec-fetch-dest': destination = 'document',
    'sec-fetch-mode': mode = 'navigate',
    'sec-fetch-site': site = 'none',
    accept = '',
  } = headers;
  if (destination !== 'document' || mode !== 'navigate') return 'page';
  if (isAheadOfTime(headers) || (/\bimage\//.test(accept) && !/\btext\/html\b/.test(accept))) {
    return 'page';
  }
  return site === 'none' || site === 'same-origin' ? 'user' : 'other site';
};

/** Whether the browser loads the page before the user opens it. The older headers are of other browsers. */
const isAheadOfTime = (headers: IncomingHttpHeaders): boolean =>
  ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|prerender|preview/i.test(String(headers[name])),
  );

/** For an answer without a body. */
export const reserveNothing: Reserve = () => () => undefined;
