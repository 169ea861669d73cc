import { fileURLToPath } from 'node:url';
import { isDomainError, type Timer } from '../../core/index.ts';
import { second } from '../../core/vocabulary.ts';
import { runCase, type ConformanceCase, type OpenSubject } from '../../test/conformance/suite.ts';
import { placesIn } from '../config-file/import-config-file.ts';
import { StartError } from '../explain-failure.ts';

const timeoutMs = 60 * second;

/**
 * Runs one case. A rejection that the adapter does not handle breaks the promise too.
 *
 * @returns why the promise is broken; undefined if it is kept.
 * @throws StartError of `open`.
 */
export const runPromise = async <Port>(
  each: ConformanceCase<Port>,
  open: OpenSubject<Port>,
  timer: Timer,
): Promise<string | undefined> => {
  const unhandled: unknown[] = [];
  const record = (error: unknown): void => void unhandled.push(error);
  process.on('unhandledRejection', record);
  try {
    const { inTime } = await timer.within(runCase(each, open), timeoutMs);
    if (!inTime) return `It did not end within ${timeoutMs / second} seconds`;
    return unhandled.length > 0 ? `Unhandled rejection: ${describe(unhandled[0])}` : undefined;
  } catch (error) {
    if (error instanceof StartError) throw error;
    return describe(error);
  } finally {
    process.off('unhandledRejection', record);
  }
};

/** Failed comparisons name what differs. Other errors get their kind and place. */
const describe = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  if (isDomainError(error)) return `${error.code}: ${error.message}${placeOf(error)}`;
  if (error.constructor === Error) return error.message + placeOf(error);
  return `${error.name}: ${error.message}${placeOf(error)}`;
};

const folderOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const suites = folderOf('../../test/conformance/');

/** The folders of the program that are never the place of a mistake. */
const ownFolders = [suites, folderOf('../../bootstrap/'), folderOf('../../core/')];

/** The first line of the adapter in the stack; none if the suite itself threw the error. */
const placeOf = ({ stack = '' }: Error): string => {
  const places = placesIn(stack);
  const own = places.find(({ file }) => !ownFolders.some((folder) => file.startsWith(folder)));
  const isOfSuite = places[0]?.file.startsWith(suites) ?? true;
  return isOfSuite || own === undefined ? '' : ` (${own.file}:${own.line})`;
};
