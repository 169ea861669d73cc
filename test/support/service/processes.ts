import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, type afterAll } from 'vitest';
import { startService, type ServiceProcess } from './service-process.ts';

/** @returns a function that starts a service. The service is killed after the test, or after all tests. */
export const serviceStarter = (
  after: typeof afterEach | typeof afterAll = afterEach,
): typeof startService => {
  const started: ServiceProcess[] = [];
  after(async () => {
    for (const each of started.splice(0)) await each[Symbol.asyncDispose]();
  });
  return async (...args) => {
    const service = await startService(...args);
    started.push(service);
    return service;
  };
};

/** Polls a condition until it holds. The timeout of the test ends the wait. */
export const waitUntil = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await sleep(10);
};

/** Waits until the output of the service contains the text. */
export const waitForOutput = (service: ServiceProcess, text: string): Promise<void> =>
  waitUntil(() => service.output().includes(text));

/** Whether no server accepts connections at the URL. */
export const refusesConnections = (url: string): Promise<boolean> =>
  fetch(url).then(
    async (response) => {
      await response.text();
      return false;
    },
    () => true,
  );
