import { reasonOf, type ImportRun } from './import-items.ts';
import type { IncomingCollectionDto } from '../../../contracts/index.ts';

/**
 * Brings one collection in. One that is refused is told, and the import goes on: what belongs to it
 * may have a home all the same.
 *
 * @returns the name that it has there.
 */
export const importCollection = async (
  record: IncomingCollectionDto,
  { target, report, overwrite }: Pick<ImportRun, 'target' | 'report' | 'overwrite'>,
): Promise<string> => {
  const [outcome] = await target.importCollections([record], { overwrite });
  if (outcome === undefined || outcome.outcome === 'failed') {
    report.skip(`the collection '${record.name}'`, reasonOf(outcome), true);
  } else {
    report.countCollection(outcome.outcome);
  }
  const name = outcome?.name ?? record.name;
  if (name !== record.name) report.rename(record.name, name);
  return name;
};
