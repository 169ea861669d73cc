import type { IncomingMessage } from 'node:http';
import type { Log } from '../../core/index.ts';
import type { ServiceOptions } from '../http/service-options.ts';
import type { OptionalHeader } from './steps/response-headers.ts';

/** A request whose response has ended. */
export interface AnsweredRequest {
  readonly method: string | undefined;
  /** The path template; undefined if no route matched. */
  readonly route: string | undefined;
  /** Undefined if the connection ended before the headers were sent. */
  readonly status: number | undefined;
  readonly ms: number;
}

/** Configuration of the HTTP adapter. */
export interface AppOptions extends ServiceOptions {
  /** The hosts for which the service answers; see `steps/request-target.ts`. Undefined for all. */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Origins whose pages may call the service. If empty, answers have no CORS headers. */
  readonly corsOrigins: readonly string[];
  /** Request headers that these pages may send in addition to those of the API. */
  readonly corsAllowHeaders: readonly OptionalHeader[];
  /** The number of trusted proxies in front of the service; see `caller/client-address.ts`. */
  readonly trustProxy: number;
  /** Signs CSRF tokens. At least 32 bytes; must differ from the secret that signs sessions. */
  readonly csrfSecret: string | readonly string[];
  /** An existing folder. An export is written to it before it is sent. */
  readonly temporaryFolder: string;
  /** The folder with the built admin. Without one, `/admin` shows a short page. */
  readonly adminFolder?: string | undefined;
  readonly log: Log;
  /** Logs the path of each request, too. It may contain personal data. */
  readonly logsPaths?: boolean;
  /** Called when a response ends, for metrics and traces. */
  readonly onAnswered?: ((answered: AnsweredRequest, request: IncomingMessage) => void) | undefined;
}
