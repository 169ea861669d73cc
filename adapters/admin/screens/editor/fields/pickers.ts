import type { FieldDto } from '../../../../../contracts/schemas/collection-schema.ts';
import type { MediaFileDto } from '../../../../../contracts/operations/media.ts';
import { isFileType } from '../../../media/media-facts.ts';
import { pickMedia } from '../../../media/pick-media.ts';
import { pickItem } from '../../../references/pick-item.ts';
import type { Targets } from '../../../references/targets.ts';
import type { Json } from '../model/json-path.ts';

/** Lets the user choose a file for a field; `media` fields show images. @param locale the language of the form. */
export const pickFile = async (
  type: FieldDto['type'],
  targets: Targets,
  locale?: string,
): Promise<MediaFileDto | undefined> => {
  const file = await pickMedia({ type: type === 'media' ? 'image' : undefined, locale });
  if (file !== undefined) targets.know(file);
  return file;
};

/** Lets the user choose the value of a field; undefined for fields whose value is typed. */
export const pickerOf = (
  { type, collection }: FieldDto,
  label: string,
  targets: Targets,
  locale?: string,
): (() => Promise<Json | undefined>) | undefined => {
  if (type === 'reference') return () => pickItem({ label, collection });
  if (isFileType(type)) return async () => (await pickFile(type, targets, locale))?.url;
  return undefined;
};
