import type {
  ContentOutcomeDto,
  IncomingCollectionDto,
  IncomingContentDto,
  PlannedStateDto,
} from '../../../contracts/index.ts';
import { alternativeSlugs } from '../../../core/vocabulary.ts';
import { slugOf } from './item-slug.ts';
import type { ImportTarget } from './targets/transfer-target.ts';

type PlannedSlugs = NonNullable<PlannedStateDto['slugs']>;

/**
 * Makes the service check everything and store nothing. It checks each batch as if the earlier ones were
 * stored.
 */
export const dryRunOf = (target: ImportTarget): ImportTarget => {
  /** By slug, and by the locale of the item. */
  const slugs = new Map<string, ReadonlyMap<string, PlannedSlugs[number]>>();
  const collections = new Map<string, IncomingCollectionDto>();
  const created = new Set<string>();
  return {
    administration: target.administration,

    importCollections: async (records, { overwrite }) => {
      const outcomes = await target.importCollections(records, { overwrite, dryRun: true });
      for (const [index, { outcome, name, id }] of outcomes.entries()) {
        const record = records[index];
        if (record === undefined || outcome === 'failed' || outcome === 'unchanged') continue;
        collections.set(name, { ...record, name, id });
      }
      return outcomes;
    },

    importContent: async (batch) => {
      const { items } = batch;
      const groups = new Set(items.flatMap(({ group }) => group ?? []));
      const isOfGroup = ({ id = '', group = id }: PlannedSlugs[number]): boolean =>
        groups.has(group);
      const relevant = [
        ...items.flatMap(slugsFor).flatMap((slug) => [...(slugs.get(slug)?.values() ?? [])]),
        ...(groups.size === 0
          ? []
          : [...slugs.values()].flatMap((each) => [...each.values()])
        ).filter(isOfGroup),
      ];
      const named = new Set(items.map(({ collection }) => collection));
      const planned = {
        slugs: [...new Set(relevant)],
        collections: [...collections.values()].filter(({ name }) => named.has(name)),
      };
      const outcomes = await target.importContent({ ...batch, planned });
      return outcomes.map((result) => {
        const item = items[result.index];
        if (item === undefined || result.outcome === 'failed') return result;
        for (const each of plannedBy(item, result)) {
          const { slug, locale = '' } = each;
          slugs.set(slug, new Map(slugs.get(slug)).set(locale, each));
        }
        const { id = '', outcome } = result;
        // The item changes one that an earlier batch would have created.
        if (outcome === 'created' && created.has(id)) return { ...result, outcome: 'updated' };
        if (outcome === 'created') created.add(id);
        return result;
      });
    },

    restoreLines: async (lines) => {
      const ids = lines.map(({ item }) => item.id);
      const outcomes = await target.restoreLines(lines, {
        collections: [...collections.values()],
        items: [...new Set(ids)].filter((id) => created.has(id)),
      });
      for (const { index, outcome } of outcomes) {
        const line = lines[index];
        if (line?.type === 'trash' && outcome === 'created') created.add(line.item.id);
      }
      return outcomes;
    },

    importMedia: (record, pathOfBytes) => target.importMedia(record, pathOfBytes, { dryRun: true }),
  };
};

/** The slugs that an item takes and frees. */
export const plannedBy = (
  { collection, locale, group }: IncomingContentDto,
  { outcome, id, slug, previousSlug }: ContentOutcomeDto,
): PlannedSlugs => {
  if (id === undefined || slug === undefined) return [];
  const translates = {
    ...(locale !== undefined && { locale }),
    ...(group !== undefined && { group }),
  };
  const taken = { slug, id, collection, ...translates };
  if (previousSlug !== undefined) return [{ slug: previousSlug, ...translates }, taken];
  return outcome === 'created' ? [taken] : [];
};

/** All slugs that an item can get. */
const slugsFor = (item: IncomingContentDto): readonly string[] => {
  const own = slugOf(item);
  if (own === undefined) return [];
  return [own, item.alternativeSlug ?? own, ...alternativeSlugs(own)];
};
