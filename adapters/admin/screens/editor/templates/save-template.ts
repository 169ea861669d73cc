import { api, hasCode } from '../../../api/client.ts';
import type { ItemText } from '../model/item-text.ts';
import { templateOf, withTemplate } from './apply-template.ts';

interface SaveTemplate {
  /** The name of the collection. */
  readonly collection: string;
  /** That of the template. */
  readonly name: string;
  readonly item: Pick<ItemText, 'title' | 'data'>;
  /** Whether to replace the template with this name. */
  readonly mayReplace: () => Promise<boolean>;
}

/** Others would have to save the same collection each time, within a moment. */
const attemptsMax = 3;

/**
 * Makes a template of an item, after a question if there is one with its name. If somebody else saves the collection at the same
 * time, the template is added to what they have saved.
 *
 * @returns whether it was saved. @throws ApiError, OfflineError; `version_mismatch` if others save again and again.
 */
export const saveTemplate = async ({
  collection,
  name,
  item,
  mayReplace,
}: SaveTemplate): Promise<boolean> => {
  const params = { name: collection };
  let replaced: string | undefined;
  for (let attempt = 1; ; attempt += 1) {
    const { body, headers } = await api.getCollection({ params });
    const { templates = [] } = body.data;
    const known = templates.find((each) => each.name === name);
    // The question was about this one.
    const isConfirmed = known === undefined || replaced === JSON.stringify(known);
    if (!isConfirmed && !(await mayReplace())) return false;
    replaced = JSON.stringify(known);
    try {
      await api.updateCollection({
        params,
        body: { templates: [...withTemplate(templates, templateOf(name, item, body.data))] },
        headers: { 'If-Match': headers.ETag },
      });
      return true;
    } catch (error) {
      if (!hasCode(error, 'version_mismatch') || attempt === attemptsMax) throw error;
    }
  }
};
