import { readUuid, summaryIdsMax } from '../../../contracts/client/vocabulary.ts';
import type { ContentSummaryDto } from '../../../contracts/operations/content-summaries.ts';
import { api } from './client.ts';

/**
 * The items with these ids, in the same order. Leaves out texts that are no ids, and ids of no item; an id that is named
 * twice returns its item twice.
 *
 * @throws ApiError, OfflineError.
 */
export const readSummaries = async (
  texts: readonly string[],
): Promise<readonly ContentSummaryDto[]> => {
  const ids = texts.map(readUuid).filter((id) => id !== undefined);
  const unread = [...new Set(ids)];
  const found = new Map<string, ContentSummaryDto>();
  while (unread.length > 0) {
    const query = { ids: unread.splice(0, summaryIdsMax).join(','), limit: summaryIdsMax };
    for (const item of (await api.listSummaries({ query })).body.data) found.set(item.id, item);
  }
  return ids.map((id) => found.get(id)).filter((item) => item !== undefined);
};
