import type { Service } from '../servers/service.ts';
import { percentile } from '../statistics.ts';

/** Reads as the administrator. @throws if the service answers with an error. */
export const get = async <T>(service: Service, path: string): Promise<T> => {
  const headers = { Authorization: `Bearer ${service.token}` };
  const response = await fetch(service.url + path, { headers });
  if (!response.ok) throw new Error(`GET ${path}: ${await response.text()}`);
  return (await response.json()) as T;
};

/**
 * Reads the lists in turn, one after the other, with a plain client.
 *
 * @returns the time in ms below which 95 % of the reads stay.
 * @throws if a list is empty: then it measures nothing.
 */
export const readsP95 = async (
  service: Service,
  paths: readonly string[],
  count: number,
): Promise<number> => {
  const latencies: number[] = [];
  for (let number = 0; number < count; number += 1) {
    const start = performance.now();
    const path = paths[number % paths.length]!;
    const { data } = await get<{ readonly data: readonly unknown[] }>(service, path);
    latencies.push(performance.now() - start);
    if (data.length === 0) throw new Error(`${path} found nothing`);
  }
  return percentile(latencies, 0.95);
};
