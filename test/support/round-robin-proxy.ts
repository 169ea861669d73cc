import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface RoundRobinProxy extends AsyncDisposable {
  readonly url: string;
  /** Everything that a client would have noticed, or that the proxy alone has put right. */
  readonly failures: () => readonly string[];
  readonly isHealthy: (target: string) => boolean;
}

const checkEveryMs = 100;

interface Target {
  readonly url: string;
  /** Keeps connections, as real ones do. */
  readonly agent: Agent;
  isHealthy: boolean;
}

/**
 * Hands requests to the targets in turn, to those only that say that they are healthy, and streams
 * both ways. A request is sent to another target only when the first refused the connection: then no
 * byte of it has left. Everything else that goes wrong is a failure.
 */
export const startProxy = async (targetUrls: readonly string[]): Promise<RoundRobinProxy> => {
  const targets = targetUrls.map((url): Target => {
    return { url, agent: new Agent({ keepAlive: true, maxFreeSockets: 64 }), isHealthy: false };
  });
  const failures: string[] = [];
  const closing = new AbortController();
  let turn = 0;

  const next = (tried: ReadonlySet<Target>): Target | undefined => {
    const able = targets.filter((target) => target.isHealthy && !tried.has(target));
    turn += 1;
    return able[turn % able.length];
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
    const target = next(tried);
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
      response.once('error', (error) => fail(`the answer broke off (${error.message})`));
      response.pipe(answer);
    });
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      if (answer.headersSent) return;
      if (error.code === 'ECONNREFUSED') forward(incoming, answer, new Set([...tried, target]));
      else fail(`${error.code} ${error.message}${outgoing.reusedSocket ? ' (kept)' : ' (new)'}`);
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
