import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ForbiddenAddress, reasonOf, type CheckedConnections } from './checked-connections.ts';

export interface DownloadRules {
  /** The most bytes of a file. */
  readonly maxBytes: number;
  /** For one attempt. */
  readonly timeoutMs?: number;
  /** Before the second attempt; doubled before the third. */
  readonly waitMs?: number;
}

const maxAttempts = 3;
const maxRedirects = 5;

/** Another attempt would fail, too. */
class FinalFailure extends Error {}

/** Downloads files from public and allowed addresses. Every address that a redirect leads to is checked in the same way. */
export class NodeDownloads {
  readonly #connections: CheckedConnections;
  readonly #rules: Required<DownloadRules>;

  constructor(connections: CheckedConnections, rules: DownloadRules) {
    this.#connections = connections;
    this.#rules = { timeoutMs: 30_000, waitMs: 1_000, ...rules };
  }

  /**
   * Stores the file at a URL under a path.
   *
   * @returns why it cannot be had; undefined if it is stored.
   */
  async save(url: string, path: string, signal: AbortSignal): Promise<string | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      const { timeoutMs, waitMs } = this.#rules;
      const deadline = AbortSignal.timeout(timeoutMs);
      try {
        await this.#attempt(new URL(url), path, AbortSignal.any([deadline, signal]));
        return undefined;
      } catch (error) {
        const isFinal = error instanceof FinalFailure || error instanceof ForbiddenAddress;
        const reason = deadline.aborted
          ? `no complete response in ${timeoutMs / 1_000} s`
          : reasonOf(error);
        if (isFinal || signal.aborted || attempt === maxAttempts) return reason;
      }
      await sleep(waitMs * 2 ** (attempt - 1), undefined, { signal }).catch(() => undefined);
    }
  }

  async #attempt(url: URL, path: string, signal: AbortSignal): Promise<void> {
    let current = url;
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      if (!/^https?:$/.test(current.protocol)) {
        throw new FinalFailure(`it leads to ${current.protocol}, not to http or https`);
      }
      const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
      const headers = { 'user-agent': 'Quoin', accept: '*/*' };
      const sent = this.#connections.request(current, { headers, signal });
      sent.on('response', resolve);
      sent.on('error', reject);
      sent.end();
      try {
        const response = await promise;
        const next = redirectOf(response, current);
        if (next === undefined) return await this.#store(response, path);
        current = next;
      } finally {
        sent.destroy();
      }
    }
    throw new FinalFailure(`more than ${maxRedirects} redirects`);
  }

  async #store(response: IncomingMessage, path: string): Promise<void> {
    const { statusCode = 0, headers } = response;
    if (statusCode !== 200) {
      const message = `its server responds with ${statusCode}`;
      const isPassing = statusCode >= 500 || statusCode === 429 || statusCode === 408;
      throw isPassing ? new Error(message) : new FinalFailure(message);
    }
    const { maxBytes } = this.#rules;
    const tooLarge = new FinalFailure(`it is larger than ${maxBytes} bytes`);
    if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge;
    let size = 0;
    await pipeline(
      response,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          size += chunk.length;
          if (size > maxBytes) throw tooLarge;
          yield chunk;
        }
      },
      createWriteStream(path),
    );
  }
}

const redirectOf = ({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | undefined => {
  if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined) {
    return undefined;
  }
  if (URL.canParse(headers.location, from.href)) return new URL(headers.location, from.href);
  throw new FinalFailure('it leads to an address that is none');
};
