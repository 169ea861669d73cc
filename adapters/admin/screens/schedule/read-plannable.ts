import type { ContentSummaryDto } from '../../../../contracts/operations/content-summaries.ts';
import { api } from '../../api/client.ts';
import { findItems } from '../../api/find-items.ts';
import { readSummaries } from '../../api/read-summaries.ts';
import { mayChange } from '../content/rights.ts';

const readItems = 100;
const shownItems = 30;

/** The drafts and the published items with unpublished changes, the latest change first. */
const readUnpublished = async (): Promise<readonly ContentSummaryDto[]> => {
  const [drafts, copies] = await Promise.all([
    api.listSummaries({ query: { status: 'draft', limit: readItems } }),
    api.listDrafts({ query: { limit: readItems } }),
  ]);
  const changed = await readSummaries(copies.body.data.map(({ id }) => id));
  const items = new Map([...drafts.body.data, ...changed].map((item) => [item.id, item]));
  return [...items.values()].toSorted((left, right) => right.updated_at - left.updated_at);
};

/**
 * The items that the user may plan: with these words in the title, drafts first; without words, those that have
 * something to publish.
 *
 * @throws ApiError, OfflineError.
 */
export const readPlannable = async (title: string): Promise<readonly ContentSummaryDto[]> => {
  const found = title.trim() === '' ? await readUnpublished() : await findItems(title);
  const offered = found.filter((item) => item.status !== 'archived' && mayChange(item));
  const rank = ({ status }: ContentSummaryDto): number => (status === 'draft' ? 0 : 1);
  return (
    title.trim() === '' ? offered : offered.toSorted((left, right) => rank(left) - rank(right))
  ).slice(0, shownItems);
};
