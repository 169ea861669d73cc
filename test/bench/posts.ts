import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { seededRandom } from '../support/seeded-random.ts';
import { sentences, titleWords } from './sentences.ts';

const createdAt = (number: number): number => Date.UTC(2024, 0, 1) + number * 60_000;

/** The id of the post with this number, from 0. Ids ascend with their numbers, like those of the service. */
export const postId = (number: number): string => {
  const random = seededRandom(number);
  const hex = (): string =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  const digits = `${createdAt(number).toString(16).padStart(12, '0')}7${hex().slice(1, 4)}8${hex()}${hex()}`;
  return digits.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
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

/** One line of COPY in the text format. */
const lineOf = (number: number, collection: string, author: string): string => {
  const random = seededRandom(-number);
  const pick = (texts: readonly string[], count: number): readonly string[] =>
    Array.from({ length: count }, () => texts[Math.floor(random() * texts.length)] ?? '');
  const words = pick(titleWords, 3).join(' ');
  const title = `${words} ${number}`;
  const paragraphs = [4, 4, 4].map((count) => pick(sentences, count).join(' '));
  const data = JSON.stringify({
    excerpt: pick(sentences, 1)[0],
    content: [`# ${words}`, ...paragraphs].join('\n\n'),
    tags: pick(titleWords, 2),
  }).replaceAll('\\', '\\\\');
  const at = createdAt(number);
  const own = [postId(number), collection, author, title, `post-${number}`, statusOf(number), data];
  return `${[...own, 1, at, at + 1_000, title].join('\t')}\n`;
};

const linesOf = function* (rows: number, collection: string, author: string) {
  const block = 200;
  for (let first = 0; first < rows; first += block) {
    const count = Math.min(block, rows - first);
    yield Array.from({ length: count }, (_, index) =>
      lineOf(first + index, collection, author),
    ).join('');
  }
};

/**
 * Fills the collection `blog-posts` of a migrated database that has an account. A post has about 1.7 kB as JSON and is
 * the same in each run.
 */
export const fillPosts = async (client: Client, rows: number): Promise<void> => {
  const { rows: found } = await client.query<{
    readonly collection: string;
    readonly author: string;
  }>(
    `select collections.id as collection, users.id as author from collections, users where collections.name = 'blog-posts' limit 1`,
  );
  const [ids] = found;
  if (ids === undefined) throw new Error('The database has no collection blog-posts or no account');
  const statement =
    'copy content (id, collection_id, author_id, title, slug, status, data, version, created_at, updated_at, title_key) from stdin';
  await pipeline(
    Readable.from(linesOf(rows, ids.collection, ids.author)),
    client.query(copyFrom(statement)),
  );
  await client.query('vacuum (analyze)');
};
