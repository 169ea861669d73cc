import { cpuSecondsOf } from '../process-usage.ts';
import { openConnection, type Connection } from './connection.ts';
import type { NextExchange } from './exchanges.ts';
import type { Load, Measured } from './load.ts';

const latenciesMax = 100_000;

/**
 * Sends requests on keep-alive connections, each as soon as the response to the one before it has arrived.
 *
 * @throws Error at the first response that is not as expected, and if a server closes a connection.
 */
export const runLoad = async (
  { urls, pids, connections, warmSeconds, seconds, maxRequests = Infinity }: Omit<Load, 'requests'>,
  next: NextExchange,
): Promise<Measured> => {
  const { promise: failed, reject: onError } = Promise.withResolvers<never>();
  const { promise: enough, resolve: onEnough } = Promise.withResolvers<undefined>();
  const opened: Connection[] = [];
  const latencies: number[] = [];
  let isMeasured = warmSeconds === 0;
  let requests = 0;
  let checked = 0;

  const within = async (limitSeconds: number): Promise<void> => {
    const { promise: over, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => resolve(undefined), limitSeconds * 1_000);
    await Promise.race([over, enough, failed]).finally(() => clearTimeout(timer));
  };

  try {
    for (let index = 0; index < connections; index += 1) {
      const connection = await openConnection(urls[index % urls.length] ?? '', {
        next,
        onError,
        onResponse: ({ isChecked }, latency) => {
          if (isChecked) checked += 1;
          if (!isMeasured) return;
          requests += 1;
          if (latencies.length < latenciesMax) latencies.push(latency);
          if (requests === maxRequests) onEnough(undefined);
        },
      });
      opened.push(connection);
    }
    for (const connection of opened) connection.start();
    if (!isMeasured) await within(warmSeconds);
    isMeasured = true;
    const cpu = process.cpuUsage();
    const serverCpu = cpuSecondsOfAll(pids);
    const startedAt = performance.now();
    await within(seconds);
    const elapsed = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(cpu);
    const driverCpu = (user + system) / 1_000 / elapsed;
    const serverCpuSeconds = cpuSecondsOfAll(pids) - serverCpu;
    const counts = { requests, seconds: elapsed / 1_000, checked, latencies };
    return { ...counts, driverCpu, serverCpuSeconds };
  } finally {
    for (const connection of opened) connection.close();
  }
};

const cpuSecondsOfAll = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + cpuSecondsOf(pid), 0);
