import { ApiError } from '../../../contracts/index.ts';
import { isDomainError } from '../../../core/index.ts';
import { CommandError } from '../command-errors.ts';

/** Does what a service rejects if there are mistakes in a file. @throws CommandError that names each of them. */
export const explainRejection = async <T>(file: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const issues = error instanceof ApiError || isDomainError(error) ? error.issues : undefined;
    if (issues === undefined) throw error;
    const lines = issues.map(
      ({ path, message }) => `  ${path.replace(/^schema\./, '')} ${message}`,
    );
    throw new CommandError([`${file} has mistakes:`, ...lines].join('\n'), { cause: error });
  }
};
