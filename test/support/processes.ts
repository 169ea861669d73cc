import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach } from 'vitest';
import { startService, type ServiceProcess } from './service-process.ts';

/** Starts services that are killed after the test that started them. */
export const servicesOfATest = (): ((
  env: Readonly<Record<string, string>>,
) => Promise<ServiceProcess>) => {
  const started: ServiceProcess[] = [];
  afterEach(async () => {
    for (const each of started.splice(0)) await each[Symbol.asyncDispose]();
  });
  return async (env) => {
    const service = await startService(env);
    started.push(service);
    return service;
  };
};

/** Waits until something holds; the test's own time limit ends it. */
export const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await sleep(10);
};

/** Waits until the service has written a text. */
export const untilItSays = (service: ServiceProcess, text: string): Promise<void> =>
  until(() => service.output().includes(text));

export const isRefused = (url: string): Promise<boolean> =>
  fetch(url).then(
    async (response) => {
      await response.text();
      return false;
    },
    () => true,
  );
