import type { TestProject } from 'vitest/node';
import { startServicesServer } from './services-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test files ask for services; see `fresh-database.ts`. */
    readonly servicesUrl: string;
  }
}

/** Run by vitest around all test files. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const services = await startServicesServer();
  project.provide('servicesUrl', services.url);
  return async () => {
    for (const sentence of await services.stop()) {
      console.warn(`\nNot tested: ${sentence}`);
    }
  };
};
