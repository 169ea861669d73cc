import { drive } from './driver/drive.ts';
import type { Load } from './driver/load.ts';
import { percentile } from './row.ts';
import type { ServerProcess } from './servers/server-process.ts';

/** What one measurement of a load gave. */
export interface Rate {
  readonly perSecond: number;
  /** Milliseconds of processor time of the servers per request. */
  readonly cpu: number;
  /** The 99th percentile of the response times in ms. */
  readonly slowest: number;
  /** The share of a core that the driver used. */
  readonly driverCpu: number;
}

/** Sends a load to servers, after a warm-up. @throws Error for the first unexpected response. */
export const measureRate = async (
  servers: readonly ServerProcess[],
  load: Pick<Load, 'seconds' | 'connections' | 'requests'>,
): Promise<Rate> => {
  const { requests, seconds, checked, driverCpu, serverCpuSeconds, latencies } = await drive({
    ...load,
    urls: servers.map(({ url }) => url),
    pids: servers.map(({ pid }) => pid),
    // Until V8 has optimized what runs, and memories are full: on a slow processor, one second is not enough.
    warmSeconds: Math.min(4, 2 * load.seconds),
  });
  if (checked === 0) throw new Error('No response was checked');
  return {
    perSecond: requests / seconds,
    cpu: (serverCpuSeconds * 1_000) / requests,
    slowest: percentile(latencies, 0.99),
    driverCpu,
  };
};
