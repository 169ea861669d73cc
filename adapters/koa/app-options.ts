import type { Clock, Log } from '../../core/index.ts';

/** What the HTTP adapter is told beside the core it serves. */
export interface AppOptions {
  /** Without a trailing slash. The only base of every absolute address. */
  readonly publicUrl: string;
  /** What stands before the key of a media file. Without a trailing slash. */
  readonly mediaBaseUrl: string;
  /** Origins whose pages may call the service. With none there are no CORS headers at all. */
  readonly corsOrigins: readonly string[];
  /** How many proxies stand before the service; see `client-address.ts`. */
  readonly trustProxy: number;
  /** Signs CSRF tokens; at least 32 bytes, and not the secret that signs sessions. */
  readonly csrfSecret: string;
  /** An existing folder for what is written down before it is sent. */
  readonly spoolFolder: string;
  readonly clock: Clock;
  readonly log: Log;
  /** False once the service shuts down: whoever asks for its health is told to go elsewhere. */
  readonly isReady: () => boolean;
  /** Hears who was told how the process is: the address of the socket, and what was told. */
  readonly onHealthTold?: (address: string, isReady: boolean) => void;
}
