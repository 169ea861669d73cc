import type { MediaFile, RebasedMedia, RewrittenUses } from '../../core/vocabulary.ts';
import type { RewrittenUsesDto } from '../operations/media-library.ts';
import type { MediaFileDto, RebasedMediaDto } from '../operations/media.ts';

/** @param baseUrl the URL of a file is this, a slash and its key. */
export const mediaPresenter =
  (baseUrl: string) =>
  (file: MediaFile): MediaFileDto => ({
    id: file.id,
    filename: file.filename,
    originalName: file.originalName,
    mimeType: file.mimeType,
    size: file.size,
    folder: file.folder,
    url: `${baseUrl}/${file.key}`,
    ...(file.width !== undefined && { width: file.width }),
    ...(file.height !== undefined && { height: file.height }),
    alt: file.alt,
    caption: file.caption,
    ...(file.texts !== undefined && { texts: file.texts }),
    ...(file.focus !== undefined && { focus: file.focus }),
    ...(file.crop !== undefined && { crop: file.crop }),
    uploadedBy: file.uploadedBy ?? null,
    created_at: file.createdAt,
    updated_at: file.updatedAt,
  });

/** @param base the new one. */
export const presentRebasedMedia = (
  { items, changed, urls, failed, last }: RebasedMedia,
  base: string,
): RebasedMediaDto => ({
  base,
  items,
  changed,
  urls: Array.from(urls, ([former, count]) => ({ base: former, count })),
  failed: failed.map(presentFailedItem),
  next: last ?? null,
});

export const presentRewrittenUses = ({
  changed,
  failed,
  next,
}: RewrittenUses): RewrittenUsesDto => ({
  changed,
  failed: failed.map(presentFailedItem),
  next: next ?? null,
});

const presentFailedItem = ({
  id,
  slug,
  error: { message, code },
}: RebasedMedia['failed'][number]): RebasedMediaDto['failed'][number] => ({
  id,
  slug,
  error: message,
  code,
});
