import type { ContentItemDto } from '../../../contracts/schemas/content-schemas.ts';

export type ContentStatus = ContentItemDto['status'];

export const statusNames: Readonly<Record<ContentStatus, string>> = {
  draft: 'Draft',
  published: 'Published',
  archived: 'Archived',
};

export const StatusChip = ({ status }: { readonly status: ContentStatus }) => (
  <span class={`chip ${status}`}>{statusNames[status]}</span>
);
