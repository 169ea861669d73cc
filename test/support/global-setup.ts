import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { projectRoot } from '../architecture/sources.ts';
import { startServicesServer } from './services-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The URL where test files request services; see `fresh-database.ts`. */
    readonly servicesUrl: string;
  }
}

/** Vitest runs this before all test files, and the returned function after them. */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  // Tests that start the service run its bundle.
  const build = join(projectRoot, 'bootstrap/tools/build-service.mjs');
  execFileSync(process.execPath, [build], { stdio: 'inherit' });
  const services = await startServicesServer();
  project.provide('servicesUrl', services.url);
  return async () => {
    for (const sentence of await services.stop()) {
      console.warn(`\nNot tested: ${sentence}`);
    }
  };
};
