import { api } from '../api/client.ts';
import { t } from '../catalogue/texts.ts';
import { counted } from '../catalogue/forms.ts';
import { pageQuery } from '../components/pager.tsx';
import { referrersOf, type Referrer } from './referrers.ts';

/** What is used: an item or a media file. */
export interface Used {
  readonly kind: 'item' | 'media';
  readonly id: string;
}

export interface Usage {
  readonly referrers: readonly Referrer[];
  readonly hasNext: boolean;
}

/** A page of the items that use something. @param page from 1. @throws ApiError, OfflineError. */
export const readUsage = async ({ kind, id }: Used, page = 1): Promise<Usage> => {
  const { limit, offset } = pageQuery(page);
  const request = { params: { id }, query: { limit: limit - 1, offset } };
  const { data, meta } = (
    await (kind === 'item' ? api.listReferrers(request) : api.listMediaUsage(request))
  ).body;
  return { referrers: await referrersOf(data), hasNext: meta.more };
};

/** “Used in 3 items”; of a page that is not the last one, “Used in at least 50 items”. */
export const usedInText = ({ referrers, hasNext }: Usage): string =>
  counted(referrers.length, hasNext ? t.references.usedInAtLeast : t.references.usedIn);
