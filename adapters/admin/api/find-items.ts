import type { ContentSummaryDto } from '../../../contracts/operations/content-summaries.ts';
import { api } from './client.ts';
import { usePausedText } from './paused-text.ts';
import { useResource } from './resource.ts';

interface Within {
  /** The name of a collection. */
  readonly collection?: string | undefined;
  readonly status?: ContentSummaryDto['status'] | undefined;
}

/** Whether a text has words to search for. The service rejects others: they may be the beginning of what the user types. */
export const isSearchable = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/**
 * The items whose title has these words, best match first. None for a text without letters and digits.
 *
 * @throws ApiError, OfflineError.
 */
export const findItems = async (
  title: string,
  within: Within = {},
  client: Pick<typeof api, 'findContent'> = api,
): Promise<readonly ContentSummaryDto[]> =>
  isSearchable(title) ? (await client.findContent({ query: { ...within, title } })).body.data : [];

/** What {@link findItems} finds for a title that the user types. None after a failure: they go on typing. */
export const useFoundItems = (title: string, within?: Within): readonly ContentSummaryDto[] => {
  const words = usePausedText(title);
  return useResource(() => findItems(words.value, within)).value ?? [];
};
