import type { ContentChange } from '../../../../../core/store.ts';
import { searchBody, storeEntries } from '../../search/search-entry.ts';
import { searchWords } from '../../search/search-words.ts';
import {
  noSteps,
  ofEach,
  type ChangePart,
  type Creation,
  type Parameter,
  type PartSteps,
} from '../change-part.ts';
import { item } from '../item-parameters.ts';

const isSearched = ({ parts }: ContentChange): boolean => parts.search !== undefined;

const title: Parameter = { type: 'text', of: ({ parts }) => parts.search?.title ?? null };
const body: Parameter = {
  type: 'text',
  of: ({ parts: { search } }) => (search === undefined ? null : searchBody(search)),
  isLarge: true,
};
const words: Parameter = {
  type: 'text',
  of: ({ parts: { search } }) => (search === undefined ? null : searchWords(search)),
  isLarge: true,
};

/** What {@link storeEntries} takes of an item. */
const parameters = {
  collection_id: item.collection_id,
  status: item.status,
  created_at: item.created_at,
  version: item.version,
  locale: item.locale,
  search_title: title,
  search_body: body,
  search_words: words,
} as const;

const stored: PartSteps = {
  variant: 'sr',
  stores: [
    [
      'search',
      (place) => {
        const columns = Object.entries(parameters).map(
          ([name, each]) => `${place(each)} as ${name}`,
        );
        return storeEntries(`(select id as content_id, ${columns.join(', ')} from item) entry`);
      },
    ],
  ],
};

const texts = [item.id, title, body, words].map((each) => ofEach(each, isSearched));

const allStored: PartSteps<readonly Creation[]> = {
  variant: '',
  stores: [
    [
      'search',
      (place) =>
        storeEntries(
          '(select item.id as content_id, new.collection_id, new.status, new.created_at, new.version, new.locale, search_title, search_body, search_words ' +
            `from unnest(${texts.map(place).join(', ')}) ` +
            'as searched (id, search_title, search_body, search_words) join item using (id) join new using (id)) entry',
        ),
    ],
  ],
};

export const searchPart: ChangePart = {
  of: (change) => (isSearched(change) ? stored : noSteps),
  ofAll: () => allStored,
};
