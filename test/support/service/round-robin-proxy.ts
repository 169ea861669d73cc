import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RoundRobinProxy extends AsyncDisposable {
  readonly url: string;
  /** Every failure that a client saw, and every one that the proxy had to handle. */
  readonly failures: () => readonly string[];
  readonly isHealthy: (target: string) => boolean;
}

const checkEveryMs = 100;

interface Target {
  readonly url: string;
  /** Keeps connections open, like a real proxy. */
  readonly agent: Agent;
  isHealthy: boolean;
}

/**
 * Forwards requests to the healthy targets in turn, and streams in both directions. Sends a request to
 * another target only if the first one refused the connection, because then no byte was sent. Every
 * other error is recorded as a failure.
 */
export const startProxy = async (targetUrls: readonly string[]): Promise<RoundRobinProxy> => {
  const targets = targetUrls.map((url): Target => {
    return { url, agent: new Agent({ keepAlive: true, maxFreeSockets: 64 }), isHealthy: false };
  });
  const failures: string[] = [];
  const closing = new AbortController();
  let turn = 0;

  const nextTarget = (tried: ReadonlySet<Target>): Target | undefined => {
    const candidates = targets.filter((target) => target.isHealthy && !tried.has(target));
    turn += 1;
    return candidates[turn % candidates.length];
  };

  const forward = (
    incoming: IncomingMessage,
    answer: ServerResponse,
    tried: ReadonlySet<Target> = new Set(),
  ): void => {
    const name = `${incoming.method} ${incoming.url}`;
    const fail = (reason: string): void => {
      failures.push(`${name}: ${reason}`);
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502).end();
    };
    const target = nextTarget(tried);
    if (target === undefined) return fail('no target is healthy');
    const { connection: _, ...headers } = incoming.headers;
    const outgoing = request(`${target.url}${incoming.url}`, {
      agent: target.agent,
      method: incoming.method,
      headers,
    });
    outgoing.once('socket', (socket) => {
      const send = (): void => void incoming.pipe(outgoing);
      if (socket.connecting) socket.once('connect', send);
      else send();
    });
    outgoing.once('response', (response) => {
      const { connection: __, 'keep-alive': ___, ...rest } = response.headers;
      answer.writeHead(response.statusCode ?? 502, rest);
      response.once('error', (error) => fail(`the response broke off (${error.message})`));
      response.pipe(answer);
    });
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      if (answer.headersSent) return;
      if (error.code === 'ECONNREFUSED') forward(incoming, answer, new Set([...tried, target]));
      else
        fail(`${error.code} ${error.message}${outgoing.reusedSocket ? ' (kept-alive)' : ' (new)'}`);
    });
  };

  const server = createServer({ keepAliveTimeout: 120_000, requestTimeout: 0 }, (...both) =>
    forward(...both),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const checking = targets.map((target) => keepChecking(target, closing.signal));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    failures: () => failures,
    isHealthy: (url) => targets.some((target) => target.url === url && target.isHealthy),
    [Symbol.asyncDispose]: async () => {
      closing.abort();
      await Promise.all(checking);
      server.closeAllConnections();
      server.close();
      for (const { agent } of targets) agent.destroy();
    },
  };
};

const keepChecking = async (target: Target, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    target.isHealthy = await isHealthy(target);
    await sleep(checkEveryMs, undefined, { signal }).catch(() => undefined);
  }
};

const isHealthy = ({ url, agent }: Target): Promise<boolean> =>
  new Promise((resolve) => {
    const check = request(`${url}/api/health`, { agent, timeout: 5_000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    check.once('timeout', () => check.destroy());
    check.once('error', () => resolve(false));
    check.end();
  });
