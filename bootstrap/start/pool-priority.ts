import { readdir, readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';

/** The threads of this process, on Linux. */
const threads = '/proc/self/task';

/** A little below the one of requests: the threads get a fifth of its share of a processor that both need. */
const niceness = 7;

/**
 * Lowers the priority of the threads on which Node derives keys, compresses and accesses files. Otherwise
 * logins take as much of the processors as they can, and all requests wait.
 *
 * Without effect on other systems than Linux, where a thread has no priority of its own, and where the system
 * does not allow it.
 */
export const lowerPoolPriority = async (): Promise<void> => {
  for (const id of await readdir(threads).catch(() => [])) {
    try {
      const name = await readFile(`${threads}/${id}/comm`, 'utf8');
      // `setpriority` takes the id of a thread, too (Linux manual, setpriority(2)).
      if (name.trim() === 'libuv-worker') setPriority(Number(id), niceness);
    } catch {
      // The thread has ended, or keeps its priority: the service is the same, but slower beside logins.
    }
  }
};
