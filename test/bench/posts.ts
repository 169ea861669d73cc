import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { seededRandom } from '../support/seeded-random.ts';

/** In the alphabets of real sites. None needs escaping in JSON. */
const vocabulary = [
  'the tide leaves a pool behind and the pool keeps what the water forgot until evening comes',
  'every winter the harbour counts its boats and finds one more than the year before it',
  'der schöne Fluß führt größere Kähne durch die Mühlen bis nach Würzburg und weiter zum Rhein',
  'la forêt s’étend jusqu’à l’été où les élèves rêvent déjà de la rentrée — et de la neige',
  'море помнит имена кораблей и рассказывает их чайкам до самого рассвета каждую зиму',
  'η θάλασσα θυμάται τα ονόματα των πλοίων και τα λέει στους γλάρους ως το πρωί',
  '潮が引くと岩の間に小さな海が残り、そこに冬の光が集まる。',
  '“measure twice” she wrote — then measured a third time, just to be certain of the answer',
];

const pickFrom =
  (random: () => number) =>
  (texts: readonly string[]): string =>
    texts[Math.floor(random() * texts.length)] ?? '';

/** Sentences of about 110 bytes; most have characters outside Latin-1. The same in each run. */
export const sentences = Array.from({ length: 64 }, (_, index) => {
  const words = (vocabulary[index % vocabulary.length] ?? '').split(' ');
  const shift = (index * 7) % words.length;
  return `${[...words.slice(shift), ...words.slice(0, shift)].join(' ')} ${index * 13}.`;
});

const titleWords = vocabulary.slice(0, 2).join(' ').split(' ');

const createdAt = (number: number): number => Date.UTC(2024, 0, 1) + number * 60_000;

/** The id of the post with this number, from 0. Ids ascend with their numbers, like those of the service. */
export const postId = (number: number): string => {
  const time = createdAt(number).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${number.toString(16).padStart(12, '0')}`;
};

type Status = 'published' | 'draft';
const statusOf = (number: number): Status => (number % 4 === 0 ? 'draft' : 'published');

/**
 * The ids of a page: newest first.
 *
 * @param rows how many posts there are.
 * @param status of all of its items.
 */
export const pageIds = (
  rows: number,
  offset: number,
  limit: number,
  status?: Status,
): readonly string[] => {
  const ids: string[] = [];
  let matches = 0;
  for (let number = rows - 1; number >= 0 && ids.length < limit; number -= 1) {
    if (status !== undefined && statusOf(number) !== status) continue;
    matches += 1;
    if (matches > offset) ids.push(postId(number));
  }
  return ids;
};

/** The title of the post with this number: three words and the number. */
export const postTitle = (number: number): string =>
  titleFrom(pickFrom(seededRandom(number)), number);

const titleFrom = (pick: (texts: readonly string[]) => string, number: number): string =>
  `${Array.from({ length: 3 }, () => pick(titleWords)).join(' ')} ${number}`;

/** One line of COPY in the text format. */
const lineOf = (number: number, collection: string, author: string): string => {
  const pick = pickFrom(seededRandom(number));
  const someOf = (texts: readonly string[], count: number): readonly string[] =>
    Array.from({ length: count }, () => pick(texts));
  const title = titleFrom(pick, number);
  const paragraphs = [4, 4, 4].map((count) => someOf(sentences, count).join(' '));
  const content = [`# ${title}`, ...paragraphs].join('\n\n');
  const data = JSON.stringify({
    excerpt: pick(sentences),
    content,
    tags: someOf(titleWords, 2),
    rank: (number * 7_919) % 1_000_003,
  });
  const at = createdAt(number);
  const ids = [postId(number), collection, author];
  const texts = [title, `post-${number}`, statusOf(number), data.replaceAll('\\', '\\\\')];
  return `${[...ids, ...texts, 1, at, at + 1_000, title].join('\t')}\n`;
};

/** In blocks: a write for each line takes longer. */
const linesOf = function* (rows: number, collection: string, author: string) {
  for (let first = 0; first < rows; first += 200) {
    const count = Math.min(200, rows - first);
    yield Array.from({ length: count }, (_, index) => first + index)
      .map((number) => lineOf(number, collection, author))
      .join('');
  }
};

/**
 * Fills the collection `blog-posts` of a migrated database that has an account. A post has about 1.7 kB as JSON and is
 * the same in each run.
 */
export const fillPosts = async (client: Client, rows: number): Promise<void> => {
  const idFrom = async (statement: string): Promise<string> =>
    (await client.query<{ readonly id: string }>(statement)).rows[0]!.id;
  const collection = await idFrom(`select id from collections where name = 'blog-posts'`);
  const author = await idFrom('select id from users');
  const statement =
    'copy content (id, collection_id, author_id, title, slug, status, data, version, created_at, updated_at, title_key) from stdin';
  const lines = Readable.from(linesOf(rows, collection, author));
  await pipeline(lines, client.query(copyFrom(statement)));
  await client.query('vacuum (analyze)');
};
