import { readdirSync, rmSync } from 'node:fs';
// Not by name: Node before 22 and other runtimes have no such export, and would not load the file.
import module from 'node:module';
import { join } from 'node:path';

/** Three times as many files as the sources and the packages have. */
const filesMax = 6_000;

/**
 * Caches compiled modules in a folder, which halves the time of a start. Does nothing where the folder is not writable, or
 * Node has no such cache. Node never removes anything from its cache: this function removes what other versions of Node
 * stored, and everything once there are more than {@link filesMax} files, such as those of earlier builds.
 */
export const cacheCompiledModules = (folder: string): void => {
  if (module.enableCompileCache?.(folder).directory === undefined) return;
  try {
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      const isKept = name.startsWith(`${process.version}-`) && readdirSync(path).length <= filesMax;
      // The next start creates it again.
      if (!isKept) rmSync(path, { recursive: true });
    }
  } catch {
    // Another account stored it, or another process is removing it.
  }
};
