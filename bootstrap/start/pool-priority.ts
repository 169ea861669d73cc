import { readdir, readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';

/** The threads of this process, on Linux. */
const threads = '/proc/self/task';

/** A little below the one of requests: the threads get half of its share of a processor that both need. */
const niceness = 3;

/**
 * Lowers the priority of the threads on which Node derives keys, compresses and accesses files. Otherwise
 * logins take as much of the processors as they can, and all requests wait.
 *
 * Without effect on other systems than Linux, where a thread has no priority of its own.
 */
export const lowerPoolPriority = async (): Promise<void> => {
  const ids = await readdir(threads).catch(() => []);
  for (const id of ids) {
    const name = await readFile(`${threads}/${id}/comm`, 'utf8').catch(() => '');
    // `setpriority` takes the id of a thread, too (Linux manual, setpriority(2)).
    if (name.trim() === 'libuv-worker') setPriority(Number(id), niceness);
  }
};
