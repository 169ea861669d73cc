import { DataDirectoryInUse } from '../../adapters/pglite/data-directory-lock.ts';
import type { Config } from '../config.ts';
import type { Service } from '../service.ts';
import { CommandError } from './command-error.ts';

export interface Opening {
  /** What this process is, for whoever meets its lock. */
  readonly holder: string;
  /** What to do while another process holds the data, as a sentence. */
  readonly instead: string;
}

/**
 * Opens the service's data in this process and closes it after the work. Nothing is logged: a
 * command speaks for itself.
 *
 * @throws CommandError when another process holds the data.
 */
export const withService = async <T>(
  config: Config,
  { holder, instead }: Opening,
  work: (service: Service) => Promise<T>,
): Promise<T> => {
  // Loaded here: most of the program is behind it, and help or a remote service needs none of it.
  const { openService } = await import('../service.ts');
  const service = await orInstead(
    instead,
    openService(silent(config), { holder, isCommand: true }),
  );
  try {
    return await work(service);
  } finally {
    await service.close();
  }
};

export const silent = (config: Config): Config => ({ ...config, logLevel: 'silent' });

/** Says with the refusal what helps. */
const orInstead = async <T>(instead: string, opening: Promise<T>): Promise<T> => {
  try {
    return await opening;
  } catch (error) {
    if (!(error instanceof DataDirectoryInUse)) throw error;
    throw new CommandError(`${error.message}\n${instead}`, { cause: error });
  }
};
