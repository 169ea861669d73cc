import { parseTarget, type MediaFile, type ReferrerWithTarget } from '../../core/index.ts';
import type { ProblemReferenceDto } from '../operations/references.ts';
import type { IncludedMediaDto } from '../schemas/content-schemas.ts';

export const presentProblemReference = ({
  target,
  ...referrer
}: ReferrerWithTarget): ProblemReferenceDto => {
  const { kind, name } = parseTarget(target);
  const isKey = kind === 'file' || kind === 'url';
  return {
    ...referrer,
    target: isKey ? { kind: 'file', key: name } : { kind, id: name },
  };
};

/** @param baseUrl the URL of a file is this, a slash and its key. */
export const presentIncludedMedia = (
  { key, mimeType, width, height, alt, caption, focus }: MediaFile,
  baseUrl: string,
): IncludedMediaDto => ({
  url: `${baseUrl}/${key}`,
  mimeType,
  ...(width !== undefined && { width }),
  ...(height !== undefined && { height }),
  alt,
  caption,
  ...(focus !== undefined && { focus }),
});
