import { counted } from '../catalogue/forms.ts';
import { t } from '../catalogue/texts.ts';
import { api } from './client.ts';

/** How many days deleted items stay in the trash: 0 if they are deleted permanently. @throws ApiError, OfflineError. */
export const trashDays = async (): Promise<number> =>
  (await api.listTrash({ query: { limit: 1 } })).body.meta.trashDays;

/** “1 day”, “30 days”. */
const daysText = (days: number): string => counted(days, t.service.days);

/** What becomes of deleted items. */
export const trashSentence = (days: number, count: number): string => {
  if (days === 0) return t.service.finalDeletion;
  return count === 1
    ? t.service.itCanBeRestored(daysText(days))
    : t.service.theyCanBeRestored(daysText(days));
};
