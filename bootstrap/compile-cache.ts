import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Caches compiled source files on disk, which halves the time of a start. Only modules that are
 * imported afterwards are cached: call this first and import the rest dynamically. Does nothing where
 * the folder is not writable.
 */
export const useCompileCache = (): void => {
  // Not in the system's folder for temporary files, where other accounts could write.
  enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/quoin', import.meta.url)));
};
