import { createHash } from 'node:crypto';
import type { Client } from 'pg';
import { choices, sentencesOf, titleWordsOf } from './sentences.ts';

/** Identifies rows completely: equal data sets have equal rows. */
export interface DataSet {
  readonly seed: number;
  readonly rows: number;
}

const firstAt = Date.UTC(2024, 0, 1);
const apart = 60_000;

const digestOf = ({ seed }: DataSet, number: number): Buffer =>
  createHash('md5').update(`${seed}:${number}`).digest();

/** The id of the post with this number. Ids ascend with their numbers, like those of the service. */
export const postId = (data: DataSet, number: number): string => {
  const time = (firstAt + number * apart).toString(16).padStart(12, '0');
  const digest = digestOf(data, number).toString('hex');
  const digits = `${time}7${digest.slice(0, 3)}8${digest.slice(3, 18)}`;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
};

type Status = (typeof statuses)[number];
const statuses = ['published', 'published', 'published', 'draft'] as const;

const statusOf = (data: DataSet, number: number): Status | undefined =>
  statuses[(digestOf(data, number)[15] ?? 0) % statuses.length];

/** The ids of a page: newest first. @param status of all of its items. */
export const pageIds = (
  data: DataSet,
  offset: number,
  limit: number,
  status?: Status,
): readonly string[] => {
  const numbers: number[] = [];
  // Without a status, every post matches.
  let matches = status === undefined ? offset : 0;
  for (let number = data.rows - 1 - matches; number >= 0 && numbers.length < limit; number -= 1) {
    if (status !== undefined && statusOf(data, number) !== status) continue;
    matches += 1;
    if (matches > offset) numbers.push(number);
  }
  return numbers.map((number) => postId(data, number));
};

/** One of the texts, selected by a byte of the digest of the number. */
const pick = (texts: string, byte: number): string =>
  `(${texts})[get_byte(digest, ${byte}) % ${choices} + 1]`;

const sentence = (byte: number): string => pick('$2::text[]', byte);
const title = [0, 1, 2].map((byte) => pick('$3::text[]', byte)).join(` || ' ' || `);

const paragraphs = [
  [0, 1, 2, 3],
  [4, 5, 6, 7],
  [8, 9, 10, 11],
].map((bytes) => bytes.map(sentence).join(` || ' ' || `));

/**
 * Compact JSON, as the service stores it. The sentences need no escaping.
 */
const json = [
  `'{"excerpt":"' || ${sentence(12)}`,
  `'","content":"# ' || ${title} || '\\n\\n' || ${paragraphs.join(` || '\\n\\n' || `)}`,
  `'","tags":["' || ${pick('$3::text[]', 13)} || '","' || ${pick('$3::text[]', 14)} || '"]}'`,
].join(' || ');

const insertPosts = `
insert into content
  (id, collection_id, author_id, title, slug, status, data, version, created_at, updated_at, title_key)
select
  (lpad(to_hex(created), 12, '0') || '7' || substr(hex, 1, 3) || '8' || substr(hex, 4, 15))::uuid,
  $4, $5, ${title} || ' ' || number, 'post-' || number,
  (array[${statuses.map((status) => `'${status}'`).join(', ')}])[get_byte(digest, 15) % ${statuses.length} + 1],
  (${json})::json, 1, created, created + 1000, ${title} || ' ' || number
from generate_series(0, $6::bigint - 1) number,
  lateral (select ${firstAt} + number * ${apart} as created, md5($1 || ':' || number) as hex) post,
  lateral (select decode(hex, 'hex') as digest) bytes`;

/**
 * Fills the collection `blog-posts` of a migrated database that has an account. A post is about 1.7 kB as
 * JSON. A million posts take a few minutes.
 */
export const fillPosts = async (client: Client, { seed, rows }: DataSet): Promise<void> => {
  const collection = await onlyId(client, `select id from collections where name = 'blog-posts'`);
  const author = await onlyId(client, 'select id from users limit 1');
  const texts = [String(seed), sentencesOf(seed), titleWordsOf(seed)];
  await client.query(insertPosts, [...texts, collection, author, rows]);
  await client.query('vacuum (analyze)');
};

const onlyId = async (client: Client, statement: string): Promise<string> => {
  const { rows } = await client.query<{ readonly id: string }>(statement);
  const [row] = rows;
  if (row === undefined) throw new Error(`No row: ${statement}`);
  return row.id;
};
