import { operator, type Cms } from '../../../core/index.ts';
import type { ContentItem } from '../../../core/vocabulary.ts';

const locales = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch', fallback: ['en'] },
  { code: 'ar', name: 'العربية' },
];

const schema = {
  type: 'object',
  properties: {
    summary: { type: 'textarea', title: 'Summary' },
    body: { type: 'markdown', title: 'Body' },
    price: { type: 'number', title: 'Price', localized: false },
    steps: {
      type: 'blocks',
      title: 'Steps',
      blocks: { step: { title: 'Step', properties: { name: { type: 'string', title: 'Name' } } } },
    },
  },
  required: [],
};

/** Three languages, and the localised collection `stories`, whose price is shared. */
export const localise = async (cms: Cms): Promise<void> => {
  await cms.locales.update(operator, { locales });
  await cms.collections.create(operator, {
    name: 'stories',
    displayName: 'Stories',
    localized: true,
    schema,
  });
};

/** Creates a story. */
export const createStory = (
  cms: Cms,
  title: string,
  more: Partial<Parameters<Cms['content']['create']>[1]> = {},
): Promise<ContentItem> => cms.content.create(operator, { collection: 'stories', title, ...more });

/** An English story, and its German translation. */
export const translatedStory = async (
  cms: Cms,
  english: Partial<Parameters<Cms['content']['create']>[1]> = {},
): Promise<readonly [english: ContentItem, german: ContentItem]> => {
  const original = await createStory(cms, 'Tides', { data: { summary: 'Water' }, ...english });
  const german = await cms.translations.create(operator, original.id, {
    locale: 'de',
    title: 'Gezeiten',
  });
  return [original, german];
};
