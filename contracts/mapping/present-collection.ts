import type { Collection } from '../../core/index.ts';
import type { CollectionDto } from '../collections.ts';

export const presentCollection = (collection: Collection): CollectionDto => ({
  id: collection.id,
  name: collection.name,
  displayName: collection.displayName,
  description: collection.description,
  schema: collection.schema,
  isActive: collection.isActive,
  created_at: collection.createdAt,
  updated_at: collection.updatedAt,
});
