import { comparedWith, type SourceState } from '../../../../core/store.ts';
import { groupOf } from '../../../../core/vocabulary.ts';
import type { MemoryTables, StoredRecord } from '../../memory-tables.ts';
import type { MemoryPart } from './memory-part.ts';

/** A record with what has changed since. */
export const comparedRecord = (
  { contentId, sourceId, version, prints }: Omit<StoredRecord, 'changed'>,
  state: SourceState,
): StoredRecord => ({ contentId, sourceId, version, ...comparedWith(prints, state) });

export const sourcePart: MemoryPart = {
  holds: ({ contents }, { item, parts: { source } }) => {
    if (source === undefined) return true;
    const stored = contents.get(source.id);
    return (
      stored !== undefined &&
      source.versions.includes(stored.version) &&
      groupOf(stored).id === groupOf(item).id
    );
  },
  apply: ({ sources }: MemoryTables, { item, parts: { source, state } }) => {
    if (source !== undefined) {
      const { id: sourceId, version, prints } = source;
      sources.set(item.id, { contentId: item.id, sourceId, version, prints, changed: [] });
    }
    if (state === undefined) return;
    for (const record of sources.values()) {
      if (record.sourceId === item.id) sources.set(record.contentId, comparedRecord(record, state));
    }
  },
  purge: ({ sources }, contentId) => sources.delete(contentId),
};
