import type { CollectionRecord } from '../../../core/vocabulary.ts';

/** A collection as an export contains it. No test service has it before an import. */
export const newsRecord: CollectionRecord = {
  id: '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
  name: 'news',
  displayName: 'News',
  description: 'What is new',
  schema: { type: 'object', properties: { a: { type: 'string' } }, required: [] },
  isActive: true,
  createdAt: 1_000,
  updatedAt: 2_000,
};
