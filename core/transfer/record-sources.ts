import { sourceStateOf } from '../collections/source-state.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import type { TranslationSource } from '../model/content/translation-source.ts';
import type { Dependencies } from '../ports/ports.ts';
import type { SourceRecord } from './content-record.ts';
import type { ImportChange } from './plan-import.ts';

export type SourceDependencies = Pick<
  Dependencies,
  'contents' | 'collections' | 'translations' | 'digest'
>;

/** Each failed attempt means that the source was changed meanwhile. */
const maxAttempts = 10;

/** The records of translations that were imported before their source, which one of the changes creates. */
export const findWaiting = async (
  { translations }: Pick<SourceDependencies, 'translations'>,
  changes: readonly ImportChange[],
): Promise<readonly TranslationSource[]> => {
  const created = changes.flatMap(({ kind, item }) =>
    kind === 'create' && item.locale !== undefined ? [item.id] : [],
  );
  return created.length === 0 ? [] : translations.findMadeFrom(created);
};

/** What the record of an imported item says about its source; nothing for an item without a locale. */
export const namedSource = (
  { id, locale }: ContentItem,
  source: SourceRecord | undefined,
): readonly TranslationSource[] =>
  source === undefined || locale === undefined
    ? []
    : [{ contentId: id, sourceId: source.id, version: source.version, prints: source.fields }];

/** The records of those items that have none: an import can end between an item and its record. */
export const withoutRecord = async (
  { translations }: Pick<SourceDependencies, 'translations'>,
  records: readonly TranslationSource[],
): Promise<readonly TranslationSource[]> => {
  if (records.length === 0) return [];
  const found = await translations.findSources(records.map(({ contentId }) => contentId));
  const recorded = new Set(found.map(({ contentId }) => contentId));
  return records.filter(({ contentId }) => !recorded.has(contentId));
};

/** Records what translations were made from, and compares them. Of several records of one item, the last one counts. */
export const recordSources = async (
  dependencies: SourceDependencies,
  given: readonly TranslationSource[],
): Promise<void> => {
  const records = new Map(given.map((record) => [record.contentId, record]));
  for (const record of records.values()) {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      if (await recordSource(dependencies, record)) break;
    }
  }
};

const recordSource = async (
  { contents, collections, translations, digest }: SourceDependencies,
  record: TranslationSource,
): Promise<boolean> => {
  const source = await contents.findById(record.sourceId);
  const collection = source && (await collections.findById(source.collectionId));
  if (source === undefined || collection === undefined) {
    return translations.record(record, undefined);
  }
  const state = await sourceStateOf(digest, collection, source);
  return translations.record(record, { ...state, version: source.version });
};
