import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createApp } from '../../adapters/koa/app.ts';
import { securityHeaderFields } from '../../adapters/http/answer/security-headers.ts';
import type { HealthPollers } from '../../adapters/node-server/health-pollers.ts';
import { createHttpServer } from '../../adapters/node-server/http-server.ts';
import { ownListener, type Listener } from '../../adapters/node-server/listener.ts';
import { second } from '../../core/vocabulary.ts';
import { derivedSecrets } from '../settings/secrets.ts';
import { readVersion } from '../version.ts';
import { makeDataFolder } from './data-folder.ts';
import { startEventPoller } from './event-poller.ts';
import { openMetrics } from './metrics.ts';
import { startHousekeeping, startPruning, startRebuilding, startWatching } from './housekeeping.ts';
import type { Service } from './open-service.ts';
import { startMailPoller } from './mail-poller.ts';
import { startSchedulePoller } from './schedule-poller.ts';
import { startWebhookPoller } from './webhook-poller.ts';
import { logFormatOf } from './service-log.ts';

export interface HttpOptions {
  /** Notified before the server stops. By default a stop does not wait for pollers. */
  readonly pollers?: HealthPollers | undefined;
  /** By default the server listens on the host and port of the configuration. */
  readonly listener?: Listener | undefined;
}

export interface RunningServer {
  /** The port that clients connect to. */
  readonly port: number;
  /**
   * Stops the server, then closes the service. Further calls return the same promise.
   *
   * @param isUrgent see `HttpServer`.
   */
  readonly stop: (isUrgent?: boolean) => Promise<void>;
}

/** Maximum time to wait for handlers and chores in progress, and to close the service. */
const closeTimeoutMs = 5 * second;

/** Where `bootstrap/tools/build-admin.mjs` puts the admin, and where the package has it. */
const adminFolder = fileURLToPath(new URL('../../adapters/admin/dist', import.meta.url));

/**
 * Serves an opened service over HTTP, starts its housekeeping, makes the planned changes that are due, delivers webhooks
 * and mail, and tells the listener of the application what happens.
 *
 * @throws StartError; the error of Node when the process cannot listen on the address. The service
 *   stays open then.
 */
export const serveHttp = async (
  service: Service,
  { pollers, listener }: HttpOptions = {},
): Promise<RunningServer> => {
  const { config, cms, log } = service;
  const { publicUrl, uploadMaxBytes } = config;
  const timer = await service.get('timer');
  const temporaryFolder = join(config.dataDir, 'spool');
  await makeDataFolder(config.dataDir, temporaryFolder);
  const metrics = await openMetrics(service);
  const { active: tracing } = await service.get('tracing');
  const app = createApp(cms, {
    publicUrl,
    mediaBaseUrl: config.mediaBaseUrl,
    allowedHosts: config.allowedHosts,
    corsOrigins: config.corsOrigins,
    corsAllowHeaders: config.corsAllowHeaders,
    cacheTags: config.cacheTags,
    trustProxy: config.trustProxy,
    csrfSecret: derivedSecrets(await service.get('secret'), 'csrf'),
    temporaryFolder,
    adminFolder,
    clock: await service.get('clock'),
    log,
    logsPaths: logFormatOf(config) === 'pretty',
    version: await readVersion(),
    isReady: () => server.isReady(),
    // Without both, no request does anything for them.
    onAnswered:
      metrics === undefined && tracing === undefined
        ? undefined
        : (answered, request) => {
            metrics?.onAnswered(answered);
            tracing?.answered(answered, request);
          },
  });
  const server = createHttpServer(tracing?.handler(app) ?? app, {
    uploadMaxBytes,
    errorHeaders: securityHeaderFields(publicUrl),
    timer,
    ...(pollers && { pollers }),
    onDrain: (requests, seconds) =>
      log.info('Waiting for requests in progress', { requests, seconds }),
  });
  const port = await server.listen(listener ?? ownListener(config.port, config.host));
  const stops = [
    startWatching(cms, log),
    startHousekeeping(cms, log),
    startPruning(cms, log),
    startRebuilding(cms, log),
    startSchedulePoller(cms, log),
    startWebhookPoller(cms, log),
    startMailPoller(cms, log),
    startEventPoller(cms, log),
  ];

  const stop = async (isUrgent: boolean): Promise<void> => {
    const cut = await server.stop(isUrgent);
    if (cut > 0) log.warn('Requests were cut off at the deadline', { connections: cut });
    const { inTime } = await timer.within(close(), closeTimeoutMs);
    if (!inTime) log.warn('Not everything could be closed in time');
  };
  const close = async (): Promise<void> => {
    // Handlers of requests that were cut off may still be undoing their work.
    await server.allHandled();
    await Promise.all(stops.map((stopPart) => stopPart()));
    await metrics?.close();
    await service.close();
  };
  let stopped: Promise<void> | undefined;
  return { port, stop: (isUrgent = false) => (stopped ??= stop(isUrgent)) };
};
