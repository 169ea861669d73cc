import type { ContentSummaryDto } from '../../../contracts/operations/content-summaries.ts';
import { api } from './client.ts';

interface Within {
  /** The name of a collection. */
  readonly collection?: string | undefined;
  readonly status?: ContentSummaryDto['status'] | undefined;
}

/**
 * The items whose title has these words, best match first. None for a text without letters and digits,
 * which the service rejects: it may be the beginning of what the user types.
 *
 * @throws ApiError, OfflineError.
 */
export const findItems = async (
  title: string,
  within: Within = {},
): Promise<readonly ContentSummaryDto[]> =>
  /[\p{L}\p{N}]/u.test(title)
    ? (await api.findContent({ query: { ...within, title } })).body.data
    : [];
