import type { Received } from './response-reader.ts';

/** A request, and what its response must be. */
export interface Exchange {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: object;
  readonly status: number;
  /** Whether to parse the response: the others are checked by status and length only. */
  readonly isChecked: boolean;
  /**
   * Called for each response with the right status.
   *
   * @param json the body, if the response is parsed.
   * @returns what is wrong.
   */
  readonly check: (received: Received, json: ReturnType<typeof JSON.parse>) => string | undefined;
}

/** The bytes of the request. */
export const encodeRequest = ({ method = 'GET', path, headers = {}, json }: Exchange): Buffer => {
  const body = json === undefined ? '' : JSON.stringify(json);
  const all = {
    Host: '127.0.0.1',
    ...headers,
    ...(json !== undefined && {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
    }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
};

/** @returns what is wrong with the response. */
export const mistakeIn = (exchange: Exchange, received: Received): string | undefined => {
  const { status, isChecked, check } = exchange;
  if (received.status !== status) return `status ${received.status} instead of ${status}`;
  try {
    const isParsed = isChecked && received.length > 0;
    return check(received, isParsed ? JSON.parse(received.body.toString('utf8')) : undefined);
  } catch (error) {
    return `the response cannot be checked: ${String(error)}`;
  }
};
