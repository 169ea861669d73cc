import type { MediaFile, MediaKind, MediaState } from '../../core/index.ts';

/** A row of `media`. */
export interface MediaRow {
  readonly id: string;
  readonly key: string;
  readonly state: string;
  readonly filename: string;
  readonly original_name: string;
  readonly mime_type: string;
  readonly kind: string;
  /** Digits when read: it may be more than 32 bits hold. So are the times. */
  readonly size: string | number;
  readonly folder: string;
  readonly width: number | null;
  readonly height: number | null;
  readonly alt: string;
  readonly caption: string;
  readonly uploaded_by: string | null;
  readonly created_at: string | number;
  readonly updated_at: string | number;
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
  uploadedBy: row.uploaded_by ?? undefined,
  createdAt: Number(row.created_at),
  updatedAt: Number(row.updated_at),
});

/** All columns but `uploaded_by`, which depends on who is still there. */
export const mediaRowOf = (file: MediaFile): Omit<MediaRow, 'uploaded_by'> => ({
  id: file.id,
  key: file.key,
  state: file.state,
  filename: file.filename,
  original_name: file.originalName,
  mime_type: file.mimeType,
  kind: file.kind,
  size: file.size,
  folder: file.folder,
  width: file.width ?? null,
  height: file.height ?? null,
  alt: file.alt,
  caption: file.caption,
  created_at: file.createdAt,
  updated_at: file.updatedAt,
});
