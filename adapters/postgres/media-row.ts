import type { MediaFile, MediaKind, MediaState } from '../../core/index.ts';

/** The columns of a media file. */
export const mediaColumns = [
  'id',
  'key',
  'state',
  'filename',
  'original_name',
  'mime_type',
  'kind',
  'size',
  'folder',
  'width',
  'height',
  'alt',
  'caption',
  'uploaded_by',
  'created_at',
  'updated_at',
  'focus_x',
  'focus_y',
] as const;

export const mediaSelection: string = mediaColumns.join(', ');

/** A row of `media`. The driver returns `bigint` as digits. */
export interface MediaRow {
  readonly id: string;
  readonly key: string;
  readonly state: string;
  readonly filename: string;
  readonly original_name: string;
  readonly mime_type: string;
  readonly kind: string;
  readonly size: string | number;
  readonly folder: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly alt: string;
  readonly caption: string;
  readonly uploaded_by: string | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly focus_x: number | null;
  readonly focus_y: number | null;
}

export const mediaFileOf = (row: MediaRow): MediaFile => ({
  id: row.id,
  key: row.key,
  state: row.state as MediaState,
  filename: row.filename,
  originalName: row.original_name,
  mimeType: row.mime_type,
  kind: row.kind as MediaKind,
  size: Number(row.size),
  folder: row.folder,
  width: row.width ?? undefined,
  height: row.height ?? undefined,
  alt: row.alt,
  caption: row.caption,
  focus:
    row.focus_x === null || row.focus_y === null ? undefined : { x: row.focus_x, y: row.focus_y },
  uploadedBy: row.uploaded_by ?? undefined,
  createdAt: Number(row.created_at),
  updatedAt: Number(row.updated_at),
});
