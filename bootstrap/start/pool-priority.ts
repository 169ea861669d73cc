import { readdir, readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';

/** The threads of this process, on Linux. */
const threads = '/proc/self/task';

/** Below that of requests: a thread gets a fifth of a request's share of a processor that both need. */
const niceness = 7;

/**
 * Lowers the priority of the threads on which Node derives keys, compresses and accesses files. Otherwise
 * logins take as much of the processors as they can, and all requests wait.
 *
 * Has an effect only on Linux, where each thread has a priority, and only if the system allows it.
 */
export const lowerPoolPriority = async (): Promise<void> => {
  for (const id of await readdir(threads).catch(() => [])) {
    try {
      const name = await readFile(`${threads}/${id}/comm`, 'utf8');
      // `setpriority` takes the id of a thread, too (Linux manual, setpriority(2)).
      if (name.trim() === 'libuv-worker') setPriority(Number(id), niceness);
    } catch {
      // The thread has ended, or the system does not allow the change: the service is slower during logins.
    }
  }
};
