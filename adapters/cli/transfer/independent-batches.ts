import type { IncomingContentDto } from '../../../contracts/index.ts';
import { readUuid } from '../../../core/index.ts';
import type { ImportRun } from './import-run.ts';
import { readSlug } from './item-slug.ts';

/** What the items of a batch are called. With what is stored, it decides what becomes of them. */
export interface BatchNames {
  /** How the service finds their stored items. */
  readonly foundBy: 'id' | 'slug';
  /** Their ids and slugs. */
  readonly names: ReadonlySet<string>;
}

/**
 * @returns undefined if the outcomes of the batch can depend on any other batch: in a dry run, which stores nothing; if an
 *   item may get another slug than its own, or one that it had before; and if some items are found by id and others by
 *   slug.
 */
export const namesIn = (
  items: readonly IncomingContentDto[],
  { isDryRun, onSlugClash, overwrite }: Pick<ImportRun, 'isDryRun' | 'onSlugClash' | 'overwrite'>,
): BatchNames | undefined => {
  if (isDryRun || overwrite || onSlugClash !== 'skip') return undefined;
  if (items.some(({ alternativeSlug }) => alternativeSlug !== undefined)) return undefined;
  const ids = items.flatMap(({ id }) => (id === undefined ? [] : [readUuid(id) ?? id]));
  if (ids.length > 0 && ids.length < items.length) return undefined;
  const slugs = items.flatMap((item) => readSlug(item) ?? []);
  return { foundBy: ids.length > 0 ? 'id' : 'slug', names: new Set([...ids, ...slugs]) };
};

/**
 * Whether two batches have the same outcomes at the same time as one after the other, with one exception: an item of
 * one of them may want a slug that the other one gives up.
 */
export const areIndependent = (a: BatchNames | undefined, b: BatchNames | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.foundBy === b.foundBy &&
  [...b.names].every((name) => !a.names.has(name));
