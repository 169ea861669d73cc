import type * as http from 'node:http';
import type { WebhookRequest, WebhookResponse, WebhookSender } from '../../core/index.ts';
import { CheckedConnections, reasonOf, type ResolveName } from './checked-connections.ts';
import type { AllowedReceivers } from './receiver-addresses.ts';

/** Sends requests with the client of Node, to public and allowed addresses. */
export class NodeWebhookSender implements WebhookSender {
  readonly #connections: CheckedConnections;

  constructor(allowed: AllowedReceivers, resolve?: ResolveName) {
    this.#connections = new CheckedConnections(allowed, 'WEBHOOK_ALLOWED_HOSTS', resolve);
  }

  refusalOf(url: string): string | undefined {
    return URL.canParse(url) ? this.#connections.refusalOf(new URL(url)) : 'must be an address';
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
    const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
    const sent = this.#connections.request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
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
}

/** Reads `Retry-After`: seconds, or a date. */
const waitOf = (header: string | undefined): number | undefined => {
  if (header === undefined) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
};

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
