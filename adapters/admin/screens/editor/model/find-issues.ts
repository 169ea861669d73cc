import { checkData } from '../../../../../contracts/client/check-data.ts';
import { ApiError } from '../../../../../contracts/client/index.ts';
import type { CollectionDto } from '../../../../../contracts/schemas/collection.ts';
import { api, hasCode } from '../../../api/client.ts';
import { t } from '../../../catalogue/texts.ts';
import type { ContentStatus } from './editing.ts';
import type { ItemText } from './item-text.ts';

/** Mistakes by the path of the field. */
export type Issues = ReadonlyMap<string, string>;

/** What the service says about each field; empty if the error is about something else. */
const rejectedFields = (error: unknown): Issues => {
  if (!(error instanceof ApiError)) return new Map();
  if (error.code === 'slug_taken') return new Map([['slug', error.details ?? error.message]]);
  const issues = error.issues ?? [];
  if (hasCode(error, 'shared_field'))
    return new Map(issues.map(({ path }) => [path, t.editor.mistakes.shared]));
  return new Map(issues.map(({ path, message }) => [path, message]));
};

const slugIssue = async (slug: string, excludeId: string | undefined): Promise<Issues> => {
  if (slug.trim() === '') return new Map();
  try {
    const { data } = (await api.checkSlug({ query: { slug, excludeId } })).body;
    return new Map(data.available ? [] : [['slug', t.editor.mistakes.slugTaken]]);
  } catch (error) {
    return rejectedFields(error);
  }
};

interface Checked {
  readonly collection: CollectionDto;
  readonly text: ItemText;
  readonly status: ContentStatus;
  /** Undefined for a new item. */
  readonly id: string | undefined;
  /** Whether the slug is to be checked: it was changed. */
  readonly isSlugNew: boolean;
}

/** All mistakes of a text, found without saving it. */
export const findIssues = async (checked: Checked): Promise<Issues> => {
  const { collection, text, status, id, isSlugNew } = checked;
  const data = checkData(text.data, collection.schema, status);
  return new Map([
    ...(text.title.trim() === '' ? [['title', t.editor.mistakes.noTitle] as const] : []),
    ...(isSlugNew ? await slugIssue(text.slug, id) : []),
    ...data.map(({ path, message }) => [path, message] as const),
  ]);
};

/**
 * All mistakes of a text that the service has rejected: the service reports a mistake in the title or the
 * slug before it looks at the data. Empty if it rejected the text for another reason.
 */
export const withOtherIssues = async (error: unknown, checked: Checked): Promise<Issues> => {
  const found = rejectedFields(error);
  return found.size === 0 ? found : new Map([...(await findIssues(checked)), ...found]);
};

/** Those mistakes that still keep the data from being published. */
export const stillRefused = (
  found: readonly (readonly [path: string, message: string])[],
  data: ItemText['data'],
  { schema }: Pick<CollectionDto, 'schema'>,
): Issues => {
  if (found.length === 0) return new Map();
  const paths = new Set(checkData(data, schema, 'published').map(({ path }) => path));
  return new Map(found.filter(([path]) => paths.has(path)));
};
