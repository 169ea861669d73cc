import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { createApp } from '../adapters/koa/app.ts';
import { createHttpServer } from '../adapters/koa/http-server.ts';
import { second } from '../core/index.ts';
import { nobody, type Balancers } from './balancers.ts';
import { trackConnections } from './connections.ts';
import { makeDataFolder } from './data-folder.ts';
import { drain } from './drain.ts';
import { startHousekeeping } from './housekeeping.ts';
import { ownListener, type Listener } from './listener.ts';
import type { Service } from './service.ts';
import { tokens } from './tokens.ts';

export interface RunningServer {
  /** The port that clients connect to, also where the configuration left the choice open. */
  readonly port: number;
  /**
   * Says that it ends, stops accepting once who watches knows, lets requests in flight finish for
   * up to ten seconds, then closes everything. Asking again waits for the same end.
   */
  readonly stop: () => Promise<void>;
}

const drainDeadlineMs = 10 * second;
/** For what cut requests clean up behind them, a chore that runs, and the closing itself. */
const closeDeadlineMs = 5 * second;

export interface ServerOptions {
  /** Who is told before it ends. */
  readonly balancers?: Balancers;
  /** By default one of its own, on the host and port of the configuration. */
  readonly listener?: Listener;
}

/**
 * Serves an open service over HTTP and keeps house for it.
 *
 * @throws Error of Node's when the address cannot be listened on, UnusableDataFolder; the service is
 *   still open then.
 */
export const startServer = async (
  service: Service,
  options: ServerOptions = {},
): Promise<RunningServer> => {
  const { config, cms, log, container } = service;
  const { balancers = nobody, listener = ownListener(config.port, config.host) } = options;
  const spoolFolder = join(config.dataDir, 'spool');
  await makeDataFolder(config.dataDir, spoolFolder);
  let ready = true;
  const app = createApp(cms, {
    publicUrl: config.publicUrl,
    mediaBaseUrl: config.mediaBaseUrl,
    corsOrigins: config.corsOrigins,
    trustProxy: config.trustProxy,
    csrfSecret: derivedSecret(service.secret, 'csrf'),
    spoolFolder,
    clock: container.get(tokens.clock),
    log,
    isReady: () => ready,
    onHealthTold: balancers.told,
  });
  const work = new Set<Promise<void>>();
  const answer = app.callback();
  const server = createHttpServer(
    (request, response) => {
      const answered = answer(request, response).finally(() => work.delete(answered));
      work.add(answered);
      return answered;
    },
    { uploadMaxBytes: config.uploadMaxBytes, publicUrl: config.publicUrl },
  );
  const connections = trackConnections(server);
  const port = await listener.listen(server);
  const stopHousekeeping = startHousekeeping(cms, log);

  const stop = async (): Promise<void> => {
    ready = false;
    connections.announceEnd();
    await balancers.informed();
    const cut = await drain({ server, connections, listener, deadlineMs: drainDeadlineMs });
    if (cut > 0) log.warn('Requests were cut off at the deadline', { connections: cut });
    const { inTime } = await container.get(tokens.timer).within(close(), closeDeadlineMs);
    if (!inTime) log.warn('Not everything could be closed in time');
  };
  const close = async (): Promise<void> => {
    // A request whose connection is gone still undoes what it began.
    await Promise.allSettled(work);
    await stopHousekeeping();
    await service.close();
  };
  let stopped: Promise<void> | undefined;
  return { port, stop: () => (stopped ??= stop()) };
};

/** One secret must not serve two purposes: what leaks of one would weaken the other. */
const derivedSecret = (secret: string, purpose: string): string =>
  createHmac('sha256', secret).update(purpose).digest('hex');
