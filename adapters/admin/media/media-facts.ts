import type { MediaFileDto } from '../../../contracts/operations/media.ts';
import type { MediaKind } from '../../../contracts/client/vocabulary.ts';
import { numberText } from '../catalogue/forms.ts';
import { languageTag } from '../catalogue/language.ts';
import { t } from '../catalogue/texts.ts';
import type { IconName } from '../components/icon.tsx';

/** Whether the fields of a type name files. */
export const isFileType = (type: string | undefined): boolean =>
  type === 'media' || type === 'file';

export const kindNames: Readonly<Record<MediaKind, string>> = {
  image: t.library.images,
  video: t.library.videos,
  audio: t.library.audio,
  document: t.library.documents,
};

export const kindOf = ({ mimeType }: Pick<MediaFileDto, 'mimeType'>): MediaKind => {
  const [type] = mimeType.split('/');
  return type === 'image' || type === 'video' || type === 'audio' ? type : 'document';
};

export const iconOf = (file: Pick<MediaFileDto, 'mimeType'>): IconName => {
  const kind = kindOf(file);
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'file';
};

/** The format as people write it: “PNG”. The service names each file after its detected type. */
export const formatName = ({ filename }: Pick<MediaFileDto, 'filename'>): string =>
  filename.slice(filename.lastIndexOf('.') + 1).toUpperCase();

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A number of bytes with at most one decimal: “1.2 MB”. */
export const formatSize = (bytes: number): string => {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  return new Intl.NumberFormat(languageTag, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power < 2 ? 0 : 1,
  }).format(bytes / 1_000 ** power);
};

/** “1,200 × 800”; undefined if the service does not know it. */
export const formatDimensions = ({
  width,
  height,
}: Pick<MediaFileDto, 'width' | 'height'>): string | undefined =>
  width === undefined || height === undefined
    ? undefined
    : `${numberText(width)} × ${numberText(height)}`;
