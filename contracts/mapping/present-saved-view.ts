import type { ShownView } from '../../core/vocabulary.ts';
import type { SavedViewDto } from '../schemas/saved-view-schemas.ts';

export const presentView = (view: ShownView): SavedViewDto => ({
  id: view.id,
  name: view.name,
  query: view.query,
  shared: view.isShared,
  owner: view.owner ? { id: view.owner.id, name: view.owner.name } : null,
  created_at: view.createdAt,
  updated_at: view.updatedAt,
});
