import type { ContentChange } from '../../../../../core/store.ts';
import { textHash } from '../../text-hash.ts';
import {
  noSteps,
  ofEach,
  type ChangePart,
  type Creation,
  type Parameter,
  type PartSteps,
} from '../change-part.ts';
import { item } from '../item-parameters.ts';

const words: Parameter = { type: 'integer', of: ({ parts }) => parts.words ?? null };

const isCounted = ({ parts }: ContentChange): boolean => parts.words !== undefined;

const orReplace =
  'on conflict (content_id) do update set words = excluded.words, of_text = excluded.of_text';

const stored: PartSteps = {
  variant: 'wd',
  stores: [
    [
      'words',
      (place) =>
        'insert into content_words (content_id, words, of_text) ' +
        `select id, ${place(words)}, ${textHash(place(item.title), place(item.data))} from item ${orReplace}`,
    ],
  ],
};

const counts = [item.id, words].map((each) => ofEach(each, isCounted));

const allStored: PartSteps<readonly Creation[]> = {
  variant: '',
  stores: [
    [
      'words',
      (place) =>
        'insert into content_words (content_id, words, of_text) ' +
        `select item.id, counted.words, ${textHash('new.title', 'new.data')} ` +
        `from unnest(${counts.map(place).join(', ')}) as counted (id, words) ` +
        `join item using (id) join new using (id) ${orReplace}`,
    ],
  ],
};

export const wordsPart: ChangePart = {
  of: (change) => (isCounted(change) ? stored : noSteps),
  ofAll: () => allStored,
};
