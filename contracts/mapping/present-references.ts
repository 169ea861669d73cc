import {
  parseNoTarget,
  parseTarget,
  type MediaFile,
  type ReferrerWithTarget,
  type TargetKind,
} from '../../core/vocabulary.ts';
import type { ProblemReferenceDto } from '../operations/references.ts';
import type { IncludedMediaDto } from '../schemas/content-schemas.ts';

export const presentProblemReference = ({
  target,
  ...referrer
}: ReferrerWithTarget): ProblemReferenceDto => {
  const { kind, name } = parseTarget(target);
  return { ...referrer, target: presentTarget(kind, name) };
};

const presentTarget = (kind: TargetKind, name: string): ProblemReferenceDto['target'] => {
  if (kind === 'file' || kind === 'url') return { kind: 'file', key: name };
  if (kind !== 'none') return { kind, id: name };
  const { kind: expected, text } = parseNoTarget(name);
  return { kind: expected, id: text };
};

/** @param baseUrl the URL of a file is this, a slash and its key. */
export const presentIncludedMedia = (
  { key, mimeType, width, height, alt, caption, focus, crop }: MediaFile,
  baseUrl: string,
): IncludedMediaDto => ({
  url: `${baseUrl}/${key}`,
  mimeType,
  ...(width !== undefined && { width }),
  ...(height !== undefined && { height }),
  alt,
  caption,
  ...(focus !== undefined && { focus }),
  ...(crop !== undefined && { crop }),
});
