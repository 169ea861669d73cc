import type { ContentItemDto } from '../../../contracts/schemas/content-schemas.ts';
import { t } from '../catalogue/texts.ts';

export type ContentStatus = ContentItemDto['status'];

export const statusNames: Readonly<Record<ContentStatus, string>> = t.components.statuses;

export const StatusChip = ({ status }: { readonly status: ContentStatus }) => (
  <span class={`chip ${status}`}>{statusNames[status]}</span>
);
