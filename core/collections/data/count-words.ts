import { wholeTexts } from './item-text.ts';
import { pauses } from '../../limits/pauses.ts';
import type { Collection } from '../../model/collection.ts';
import type { ContentItem } from '../../model/content/content-item.ts';
import { wordCounter } from '../../model/content/word-count.ts';
import type { Ports } from '../../ports/ports.ts';
import { decodeJson } from '../../primitives/json.ts';

export type CountingDependencies = Pick<Ports, 'clock' | 'timer' | 'markdown'>;

/**
 * The words of the title and of all texts in the data that are searched, also of what is beyond the limit of a search.
 * Lets the process do other work meanwhile if that takes long.
 */
export const countWords = async (
  dependencies: CountingDependencies,
  { schema }: Pick<Collection, 'schema'>,
  { title, data }: Pick<ContentItem, 'title' | 'data'>,
): Promise<number> => {
  const pause = pauses(dependencies);
  const counter = wordCounter();
  counter.add(title);
  for (const text of wholeTexts(dependencies.markdown, schema, decodeJson(data))) {
    counter.add(text);
    await pause();
  }
  return counter.total();
};
