import type { TestProject } from 'vitest/node';
import { startServicesServer } from './services-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL where test files request services; see `fresh-database.ts`. */
    readonly servicesUrl: string;
  }
}

/** Vitest runs this before all test files, and the returned function after them. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const services = await startServicesServer();
  project.provide('servicesUrl', services.url);
  return async () => {
    for (const sentence of await services.stop()) {
      console.warn(`\nNot tested: ${sentence}`);
    }
  };
};
