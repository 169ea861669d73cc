import type { Actor } from '../access/actor.ts';
import { authorize } from '../access/authorize.ts';
import type { ContentCache } from '../caching/content-cache.ts';

/** No cached answer is given again. @throws DomainError `not_authenticated`, `token_read_only`, `forbidden`. */
export const purgeCache =
  ({ contentCache }: { readonly contentCache: ContentCache }) =>
  async (actor: Actor): Promise<void> => {
    authorize(actor, 'administer');
    await contentCache.forgetAll();
  };
