import type { MediaFileDto } from '../../../contracts/operations/media.ts';
import { reachOfRole, type RoleAction } from '../../../contracts/client/vocabulary.ts';
import { account } from '../shell/session.ts';

/** Files belong to no collection, so only the role of the account counts. */
const mayHandle = (action: RoleAction, file: Pick<MediaFileDto, 'uploadedBy'>): boolean => {
  const user = account.value;
  if (user === undefined) return false;
  const reach = reachOfRole(user.role, action);
  return reach === 'all' || (reach === 'own' && file.uploadedBy === user.id);
};

export const mayUpload = (): boolean => {
  const user = account.value;
  return user !== undefined && reachOfRole(user.role, 'create') !== 'none';
};

/** Whether the user may change the alternative text, the caption and the focus. */
export const mayEditFile = (file: Pick<MediaFileDto, 'uploadedBy'>): boolean =>
  mayHandle('edit', file);

export const mayDeleteFile = (file: Pick<MediaFileDto, 'uploadedBy'>): boolean =>
  mayHandle('delete', file);
