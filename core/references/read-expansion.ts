import { referringValues } from '../collections/data/references-of.ts';
import { tokenView } from '../content/previewed-item.ts';
import type { Decided } from '../content/read-on-basis.ts';
import type { BasedRead, Snapshot } from '../model/basis.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import type { LocaleCode } from '../model/locale.ts';
import type { MediaFile } from '../model/media/media-file.ts';
import { inLocale } from '../model/media/media-texts.ts';
import { parseTarget } from '../model/content/reference.ts';
import type { CollectionFields } from '../ports/repositories/site-repository.ts';
import { decodeJson } from '../primitives/json.ts';
import { mergeSelections, type SelectedFields } from '../queries/select-fields.ts';
import type { ExpansionPlan } from './expansion-plan.ts';

/** The most items that one answer includes. */
export const includedMax = 200;

/** How many items and media files of each level are looked for. */
const wantedMax = 1_000;

/** What an item that is looked for costs; see `Spend`. */
const targetBytes = 4 * 1024;

/** What it costs to collect the targets in the items. */
export const dataLength = (items: readonly ContentItem[]): number =>
  items.reduce((sum, { data }) => sum + data.length, 0);

/** What the items of an answer refer to. */
export interface Expansion {
  /** By ascending id in {@link ids}. In a locale, an item can be there under the ids of several of its translations. */
  readonly items: readonly ContentItem[];
  /** For each item, the id that the answer has: in a locale, it can be that of a translation. */
  readonly ids: readonly string[];
  /** What is selected of items, by that id. The others are whole. */
  readonly selections: ReadonlyMap<string, SelectedFields>;
  /** By ascending id, each once, with its texts in the locale of the first item that names it. */
  readonly media: readonly MediaFile[];
  /** Whether something is missing because it was too much. */
  readonly isTruncated: boolean;
  /** Whether an item is missing, for any reason: a change of it, or a new one, may change the expansion. */
  readonly lacksItems: boolean;
  readonly lacksMedia: boolean;
}

/** Collects the targets of fields, in the order of the items. */
export interface TargetCollector {
  /**
   * @param pathsOf the fields of an item to collect. @param namesOf the paths of `expand` that name such a field; the field
   *   itself by default.
   */
  readonly add: (
    items: Iterable<ContentItem>,
    pathsOf: (item: ContentItem) => ReadonlySet<string> | undefined,
    namesOf?: (item: ContentItem, path: string) => readonly string[],
  ) => void;
  /** The ids of items, each with the paths of `expand` that lead to it. */
  readonly items: ReadonlyMap<string, ReadonlySet<string>>;
  /** Each with the locale of the first item that names it; undefined for an item without one. */
  readonly mediaIds: ReadonlyMap<string, LocaleCode | undefined>;
  readonly mediaKeys: ReadonlyMap<string, LocaleCode | undefined>;
  readonly isFull: () => boolean;
}

/** @param standard the locale of items without one. */
export const targetCollector = (
  schemas: readonly CollectionFields[],
  standard?: LocaleCode,
): TargetCollector => {
  const schemaOf = new Map(schemas.map(({ id, schema }) => [id, schema]));
  const items = new Map<string, Set<string>>();
  const mediaIds = new Map<string, LocaleCode | undefined>();
  const mediaKeys = new Map<string, LocaleCode | undefined>();
  let isFull = false;

  const put = (
    paths: readonly string[],
    { kind, name }: ReturnType<typeof parseTarget>,
    locale: LocaleCode | undefined,
  ): void => {
    const stored = kind === 'item' ? items : kind === 'media' ? mediaIds : mediaKeys;
    if (!stored.has(name) && stored.size === wantedMax) {
      isFull = true;
    } else if (stored === items) {
      items.set(name, new Set([...(items.get(name) ?? []), ...paths]));
    } else if (!stored.has(name)) {
      (kind === 'media' ? mediaIds : mediaKeys).set(name, locale);
    }
  };

  return {
    add: (added, pathsOf, namesOf = (_, path) => [path]) => {
      for (const item of added) {
        const paths = pathsOf(item);
        const schema = schemaOf.get(item.collectionId);
        if (schema === undefined || paths === undefined || paths.size === 0) continue;
        for (const { path, targets } of referringValues(schema, decodeJson(item.data), '')) {
          if (!paths.has(path)) continue;
          const names = namesOf(item, path);
          for (const target of targets) {
            const parsed = parseTarget(target);
            if (parsed.kind !== 'none') put(names, parsed, item.locale ?? standard);
          }
        }
      }
    },
    items,
    mediaIds,
    mediaKeys,
    isFull: () => isFull,
  };
};

/**
 * Reads what the collected fields refer to, and what the fields of the second level of those items refer to: at most one
 * statement for each level. Returns only what the caller can see, as it is shown in the perspective.
 *
 * @param before the snapshot of what refers to it. The result has a snapshot if all of it is of the same one.
 */
export const readExpansion = async (
  { repositories, basis, view, previewed, spend }: Decided,
  schemas: readonly CollectionFields[],
  { second, selections }: ExpansionPlan,
  collected: TargetCollector,
  before?: Snapshot,
): Promise<BasedRead<Expansion>> => {
  const items = new Map<string, ContentItem>();
  const media = new Map<string, MediaFile>();
  const snapshots = new Set<Snapshot | undefined>([before]);
  let isTruncated = false;
  let lacksItems = false;
  let lacksMedia = false;

  /** @returns false if the basis is outdated. */
  const readLevel = async (wanted: TargetCollector): Promise<boolean> => {
    isTruncated ||= wanted.isFull();
    const ids = [...wanted.items.keys()].filter((id) => !items.has(id));
    if (ids.length + wanted.mediaIds.size + wanted.mediaKeys.size === 0) return true;
    await spend(ids.length * targetBytes);
    const targets = {
      items: ids,
      mediaIds: [...wanted.mediaIds.keys()],
      mediaKeys: [...wanted.mediaKeys.keys()],
      maxItems: includedMax - items.size,
    };
    const read = await repositories.references.findTargets(targets, view, basis);
    if (!read.isCurrent) return false;
    snapshots.add(read.snapshot);
    for (const [at, item] of read.value.items.entries()) {
      items.set(read.value.ids[at] ?? item.id, item);
    }
    if (previewed !== undefined && ids.includes(previewed)) {
      const own = await repositories.contents.getById(previewed, tokenView, basis);
      if (!own.isCurrent) return false;
      if (own.value !== undefined) items.set(previewed, own.value);
    }
    for (const file of read.value.media) {
      const { id, key } = file;
      const locale = wanted.mediaIds.has(id) ? wanted.mediaIds.get(id) : wanted.mediaKeys.get(key);
      if (!media.has(id)) media.set(id, inLocale(file, locale));
    }
    isTruncated ||= read.value.hasMore;
    lacksItems ||= ids.some((id) => !items.has(id));
    // A file that is named in both ways is found once.
    lacksMedia ||= read.value.media.length < wanted.mediaIds.size + wanted.mediaKeys.size;
    return true;
  };

  if (!(await readLevel(collected))) return { isCurrent: false };
  const next = targetCollector(schemas, view.languages?.chain[0]);
  if (second.size > 0 && items.size > 0) {
    await spend(dataLength([...items.values()]));
    const idsOf = Map.groupBy(items, ([, item]) => item.id);
    const fieldsTo = ({ id }: ContentItem) =>
      (idsOf.get(id) ?? []).flatMap(([wanted]) => [...(collected.items.get(wanted) ?? [])]);
    next.add(
      [...items.values()],
      (item) => new Set(fieldsTo(item).flatMap((field) => [...(second.get(field) ?? [])])),
      (item, path) =>
        fieldsTo(item)
          .filter((field) => second.get(field)?.has(path) === true)
          .map((field) => `${field}.${path}`),
    );
    if (!(await readLevel(next))) return { isCurrent: false };
  }
  const [snapshot, ...more] = snapshots;
  const pathsTo = (id: string) => [
    ...(collected.items.get(id) ?? []),
    ...(next.items.get(id) ?? []),
  ];
  const sorted = [...items].toSorted(byId);
  const value = {
    items: sorted.map(([, item]) => item),
    ids: sorted.map(([id]) => id),
    selections: selectionsOf(selections, [...items.keys()], pathsTo),
    media: [...media].toSorted(byId).map(([, file]) => file),
    isTruncated,
    lacksItems: lacksItems || isTruncated,
    lacksMedia: lacksMedia || isTruncated,
  };
  return { isCurrent: true, value, snapshot: more.length === 0 ? snapshot : undefined };
};

/** An item to which a path without a selection leads is whole. */
const selectionsOf = (
  selections: ExpansionPlan['selections'],
  ids: readonly string[],
  pathsTo: (id: string) => readonly string[],
): Expansion['selections'] => {
  const found = new Map<string, SelectedFields>();
  for (const id of selections.size === 0 ? [] : ids) {
    const selected = pathsTo(id).map((path) => selections.get(path));
    if (selected.every((each) => each !== undefined)) found.set(id, mergeSelections(selected));
  }
  return found;
};

const byId = ([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number =>
  left < right ? -1 : 1;
