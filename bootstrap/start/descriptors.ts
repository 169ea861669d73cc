import { readFile } from 'node:fs/promises';

/** Each connection of a client needs a descriptor; so do files and connections to the database. */
const enough = 4_096;

/**
 * How many files and connections this process may have open, if it is few. The system rejects further connections
 * without a report. Undefined where the limit is unknown, as outside of Linux.
 */
export const fewDescriptors = async (): Promise<number | undefined> => {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const [, limit = ''] = /^Max open files +(\d+) /m.exec(limits) ?? [];
  return limit !== '' && Number(limit) < enough ? Number(limit) : undefined;
};
