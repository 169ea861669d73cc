import type { Clock } from '../../core/index.ts';

/** What the handlers need to know of the service, whichever library serves HTTP. */
export interface ServiceOptions {
  /** The base of all absolute URLs. Without a trailing slash. */
  readonly publicUrl: string;
  /** The URL of a media file is this, a slash and its key. Without a trailing slash. */
  readonly mediaBaseUrl: string;
  /**
   * The version of the program, which the system health and the OpenAPI document contain. Part of the tags of lists, because
   * another version can have other answers.
   */
  readonly version?: string;
  /** Whether the tags of answers are also sent in `Cache-Tag` and `Surrogate-Key`. They are not by default. */
  readonly cacheTags?: boolean;
  /** Whether whole answers are cached; see `answer-cache/`. They are by default. */
  readonly cachesAnswers?: boolean;
  readonly clock: Clock;
  /** False once a stop has begun: the health endpoint answers 503 from then on. */
  readonly isReady: () => boolean;
}
