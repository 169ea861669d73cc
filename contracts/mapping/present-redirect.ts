import type { Redirect } from '../../core/vocabulary.ts';
import type { RedirectDto } from '../operations/redirects.ts';

export const presentRedirect = ({ from, to, contentId, collectionId }: Redirect): RedirectDto => ({
  from,
  to,
  id: contentId,
  collectionId,
});
