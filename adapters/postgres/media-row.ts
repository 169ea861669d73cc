import type { MediaFile } from '../../core/vocabulary.ts';
import { group, json, numeric, optional, orNull, plain, time } from './rows/fields.ts';
import { table } from './rows/table.ts';

/** Records of media files. */
export const mediaFiles = table<MediaFile>('media', {
  id: plain('id', 'uuid'),
  key: plain('key', 'text'),
  objectKey: optional(plain('object_key', 'text')),
  state: plain('state', 'text'),
  filename: plain('filename', 'text'),
  originalName: plain('original_name', 'text'),
  mimeType: plain('mime_type', 'text'),
  kind: plain('kind', 'text'),
  size: numeric('size'),
  folder: plain('folder', 'text'),
  width: orNull(plain('width', 'integer')),
  height: orNull(plain('height', 'integer')),
  alt: plain('alt', 'text'),
  caption: plain('caption', 'text'),
  texts: optional(json('texts', undefined, 'jsonb')),
  uploadedBy: orNull(plain('uploaded_by', 'uuid')),
  createdAt: time('created_at'),
  updatedAt: time('updated_at'),
  focus: orNull(
    group({ x: plain('focus_x', 'double precision'), y: plain('focus_y', 'double precision') }),
  ),
  crop: optional(
    group({
      x: plain('crop_x', 'double precision'),
      y: plain('crop_y', 'double precision'),
      width: plain('crop_width', 'double precision'),
      height: plain('crop_height', 'double precision'),
    }),
  ),
});

/** The condition of `withoutOwnAlt` of the core, as the indexes of these files have it. */
export const noOwnAlt = "kind = 'image' and alt = ''";
