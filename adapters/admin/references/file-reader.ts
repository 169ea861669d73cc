import type { FoundReference } from '../../../contracts/client/find-references.ts';
import type { MediaFileDto } from '../../../contracts/operations/media.ts';
import type { IncludedMediaDto } from '../../../contracts/schemas/content-schemas.ts';
import { ApiError } from '../../../contracts/client/index.ts';
import { expandedFieldsMax } from '../../../contracts/client/vocabulary.ts';
import { api } from '../api/client.ts';
import { t } from '../catalogue/texts.ts';
import { fileKeyOf } from '../media/thumbnail.ts';

/** A media file to which an item refers. */
export type TargetFile = Omit<IncludedMediaDto, 'caption'> & Partial<MediaFileDto>;

export type NamedFile = Pick<FoundReference, 'kind' | 'name'>;

/** The item whose references are shown. */
export interface Source {
  readonly id: string;
  /** The paths of its fields that name files. */
  readonly fields: readonly string[];
}

type Files = ReadonlyMap<string, TargetFile>;

/** The files that the stored item names, by their keys. */
const readStored = async ({ id, fields }: Source): Promise<Files> => {
  const pages = Array.from(
    { length: Math.ceil(fields.length / expandedFieldsMax) },
    async (_, page) => {
      const expand = fields
        .slice(page * expandedFieldsMax, (page + 1) * expandedFieldsMax)
        .join(',');
      const answer = await api.getContent({
        params: { id },
        query: { expand, perspective: 'drafts' },
      });
      const files = Object.entries(answer.body.includedMedia ?? {});
      return files.map(([id, file]) => ({ ...file, id }));
    },
  );
  return new Map((await Promise.all(pages)).flat().map((file) => [fileKeyOf(file.url), file]));
};

/**
 * Reads media files.
 *
 * @returns a function that resolves to undefined for a URL of which only its existence is known, and throws ApiError 404 for
 *   a file that does not exist. The service has no list of files by URL, so the files of the item come with it.
 */
export const fileReader = (
  source: Source | undefined,
): ((file: NamedFile) => Promise<TargetFile | undefined>) => {
  let stored: Promise<Files> | undefined;
  return async ({ kind, name }) => {
    if (kind === 'media') return (await api.getMedia({ params: { id: name } })).body.data;
    if (source !== undefined && source.fields.length > 0) {
      const files = await (stored ??= readStored(source)).catch(() => undefined);
      const file = files?.get(name);
      if (file !== undefined) return file;
    }
    // A URL at another base may be the file of another service.
    if (kind === 'file') {
      const response = await fetch(`/files/${name}`, { method: 'HEAD' });
      if (!response.ok) throw new ApiError(response, { error: t.references.fileUnreadable });
    }
    return undefined;
  };
};
