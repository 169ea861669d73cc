import { api } from './client.ts';

/** How many days deleted items stay in the trash: 0 if they are deleted permanently. @throws ApiError, OfflineError. */
export const trashDays = async (): Promise<number> =>
  (await api.listTrash({ query: { limit: 1 } })).body.meta.trashDays;

/** “1 day”, “30 days”. */
export const daysText = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

/** What becomes of deleted items. */
export const trashSentence = (days: number, count: number): string => {
  if (days === 0) return 'A deletion cannot be undone.';
  return count === 1
    ? `It can be restored from the trash for ${daysText(days)}.`
    : `They can be restored from the trash for ${daysText(days)}.`;
};
