import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import * as http from 'node:http';
import * as https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { WebhookRequest, WebhookResponse, WebhookSender } from '../../core/index.ts';
import { mayConnect, type AllowedReceivers } from './receiver-addresses.ts';

/** Resolves a name to all of its addresses. */
export type ResolveName = (
  name: string,
  done: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void;

const resolveBySystem: ResolveName = (name, done) => systemLookup(name, { all: true }, done);

/**
 * Sends requests with the client of Node. It connects to the addresses that were checked: the name is not looked up again in
 * between. Each request has a connection of its own, without the proxy of the environment.
 */
export class NodeWebhookSender implements WebhookSender {
  readonly #allowed: AllowedReceivers;
  readonly #resolve: ResolveName;

  constructor(allowed: AllowedReceivers, resolve: ResolveName = resolveBySystem) {
    this.#allowed = allowed;
    this.#resolve = resolve;
  }

  refusalOf(url: string): string | undefined {
    if (!URL.canParse(url)) return 'must be an address';
    const host = hostOf(new URL(url));
    // Names of this machine, whatever they resolve to (RFC 6761).
    const addresses = /^(?:.+\.)?localhost\.?$/i.test(host) ? ['127.0.0.1', '::1'] : [host];
    const isRefused =
      !this.#isAllowedName(host) &&
      addresses.every((address) => isIP(address) !== 0 && !mayConnect(address, this.#allowed));
    return isRefused ? forbidden(host).message : undefined;
  }

  async send(request: WebhookRequest): Promise<WebhookResponse> {
    const deadline = AbortSignal.timeout(request.timeoutMs);
    try {
      return await this.#post(request, new URL(request.url), deadline);
    } catch (error) {
      if (deadline.aborted)
        return { failure: `No complete response in ${request.timeoutMs / 1_000} s` };
      return { failure: reasonOf(error) };
    }
  }

  async #post(
    { headers, body, responseMaxBytes }: WebhookRequest,
    url: URL,
    signal: AbortSignal,
  ): Promise<WebhookResponse> {
    const host = hostOf(url);
    // For an address, Node does not call the look-up.
    if (isIP(host) !== 0 && !mayConnect(host, this.#allowed)) throw forbidden(host);
    const { request, Agent } = url.protocol === 'https:' ? https : http;
    const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
    const sent = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: new Agent(),
      lookup: this.#lookup,
      signal,
    });
    sent.on('response', resolve);
    sent.on('error', reject);
    sent.end(body);
    try {
      const response = await promise;
      const start = await startOf(response, responseMaxBytes);
      const retryAfterMs = waitOf(response.headers['retry-after']);
      return { status: response.statusCode ?? 0, body: start, retryAfterMs };
    } finally {
      sent.destroy();
    }
  }

  #isAllowedName(name: string): boolean {
    return this.#allowed.names.has(name.toLowerCase().replace(/\.$/, ''));
  }

  readonly #lookup: LookupFunction = (name, options, done) => {
    this.#resolve(name, (error, addresses) => {
      if (error !== null) return done(error, []);
      const isAllowed = this.#isAllowedName(name);
      const open = addresses.filter(
        ({ address }) => isAllowed || mayConnect(address, this.#allowed),
      );
      const [first] = open;
      if (first === undefined) return done(forbidden(name), []);
      if (options.all === true) return done(null, open);
      done(null, first.address, first.family);
    });
  };
}

/** An IPv6 address without its brackets. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

/** Reads `Retry-After`: seconds, or a date. */
const waitOf = (header: string | undefined): number | undefined => {
  if (header === undefined) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
};

const forbidden = (host: string): Error =>
  new Error(`${host} is not a public address, and WEBHOOK_ALLOWED_HOSTS does not allow it`);

const startOf = async (response: http.IncomingMessage, maxBytes: number): Promise<string> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= maxBytes) break;
  }
  // `stream` leaves out a character that is cut off.
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBytes), {
    stream: length > maxBytes,
  });
};

/** Several addresses were tried if there are several errors. */
const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
};
