import type { ContentInfo } from '../../core/index.ts';
import type { ContentInfoDto } from '../operations/content-info.ts';

export const presentContentInfo = ({
  id,
  author,
  canEdit,
  canDelete,
  statuses,
}: ContentInfo): ContentInfoDto => ({
  id,
  author: author === undefined ? null : { id: author.id, name: author.name },
  canEdit,
  canDelete,
  statuses,
});
