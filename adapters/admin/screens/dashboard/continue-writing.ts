import type { CollectionDto } from '../../../../contracts/schemas/collection.ts';
import type { DraftEntryDto } from '../../../../contracts/operations/drafts.ts';
import type { ContentSummaryDto } from '../../../../contracts/operations/content-summaries.ts';
import { api } from '../../api/client.ts';

/** The item that the user wrote last, and how it begins. */
export interface LastWritten {
  readonly id: string;
  readonly title: string;
  readonly updatedAt: number;
  /** Empty if it has no text. */
  readonly words: string;
  /** The URL of its first picture. */
  readonly picture: string | undefined;
}

const wordsMax = 30;

const textTypes: ReadonlySet<string> = new Set(['markdown', 'richtext', 'textarea']);

/** The first words of a text, without its marks. */
export const firstWords = (text: string): string => {
  const words = text
    .replaceAll(/!\[[^\]]*\]\([^)]*\)|<[^>]*>/g, ' ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^[ \t]*(?:#{1,6}|>|[-+*]|\d+[.)])[ \t]+|[*_`~]+/gm, '')
    .trim()
    .split(/\s+/);
  return words.length > wordsMax ? `${words.slice(0, wordsMax).join(' ')} …` : words.join(' ');
};

/** The one of the user's drafts and unpublished changes that was written last; undefined without any, or if it is gone. */
export const readLastWritten = async (
  drafts: readonly ContentSummaryDto[],
  changes: readonly DraftEntryDto[],
  collections: readonly CollectionDto[],
): Promise<LastWritten | undefined> => {
  const [last] = [...drafts.slice(0, 1), ...changes.slice(0, 1)].toSorted(
    (one, other) => other.updated_at - one.updated_at,
  );
  if (last === undefined) return undefined;
  const { id, title, updated_at: updatedAt, collectionId } = last;
  const fields = Object.entries(
    collections.find((each) => each.id === collectionId)?.schema.properties ?? {},
  );
  const picture = fields.find(([, { type }]) => type === 'media')?.[0];
  const query = {
    perspective: 'drafts',
    ...(picture !== undefined && { expand: picture }),
  } as const;
  try {
    const { data, includedMedia = {} } = (await api.getContent({ params: { id }, query })).body;
    const texts = fields.flatMap(([name, { type }]) => {
      const value = data.data[name];
      return textTypes.has(type) && typeof value === 'string' ? [firstWords(value)] : [];
    });
    const [file] = Object.values(includedMedia);
    const isPicture = file?.mimeType.startsWith('image/') === true;
    return {
      id,
      title,
      updatedAt,
      words: texts.find((text) => text !== '') ?? '',
      picture: isPicture ? file.url : undefined,
    };
  } catch {
    return undefined;
  }
};
