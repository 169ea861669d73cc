import type { HttpClient } from '../http/http-client.ts';

/** One write of a random caller. */
export interface Step {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly json?: object;
}

/** What the steps choose from. */
export interface Choices {
  readonly random: () => number;
  readonly locales: readonly string[];
  /** The names of the collections. */
  readonly collections: readonly string[];
  /** The ids of the items that are stored, of those with a working copy, and of those in the trash. */
  readonly items: readonly string[];
  readonly copied: readonly string[];
  readonly trashed: readonly string[];
  /** Different for each step. */
  readonly number: number;
}

/** Few slugs, so that translations share them and others compete for them. */
const slugs = 12;

type MakeStep = (choices: Choices & { readonly item: string }) => Omit<Step, 'name'> | undefined;

const pick = <T>(random: () => number, from: readonly T[]): T => {
  const chosen = from[Math.floor(random() * from.length)];
  if (chosen === undefined) throw new Error('There is nothing to choose from');
  return chosen;
};

const statuses = ['published', 'published', 'draft', 'archived'] as const;

const slugOf = (random: () => number): string => `slug-${Math.floor(random() * slugs)}`;

/** Every kind of write that can change what is shown in a locale. */
const makers: Readonly<Record<string, MakeStep>> = {
  create: ({ random, locales, collections, number }) => ({
    method: 'POST',
    path: '/api/content',
    json: {
      collection: pick(random, collections),
      title: `Title ${number}`,
      locale: pick(random, locales),
      status: pick(random, statuses),
    },
  }),
  createPlain: ({ random, number }) => ({
    method: 'POST',
    path: '/api/content',
    json: { collection: 'notes', title: `Note ${number}`, status: pick(random, statuses) },
  }),
  translate: ({ random, locales, item, number }) => ({
    method: 'POST',
    path: `/api/content/${item}/translations`,
    json: {
      locale: pick(random, locales),
      ...(random() < 0.5 && { title: `Translated ${number}` }),
    },
  }),
  status: ({ random, item }) => ({
    method: 'PUT',
    path: `/api/content/${item}`,
    json: { status: pick(random, statuses) },
  }),
  rename: ({ random, item, number }) => ({
    method: 'PUT',
    path: `/api/content/${item}`,
    json: { title: `Renamed ${number}`, slug: slugOf(random) },
  }),
  data: ({ random, item, number }) => ({
    method: 'PUT',
    path: `/api/content/${item}`,
    json: { data: { price: Math.floor(3 * random()), text: `Text ${number}` } },
  }),
  locale: ({ random, locales, item }) => ({
    method: 'PUT',
    path: `/api/content/${item}`,
    json: { locale: pick(random, locales) },
  }),
  copy: ({ random, item, number }) => ({
    method: 'PUT',
    path: `/api/content/${item}/draft`,
    json: {
      title: `Copy ${number}`,
      ...(random() < 0.5 && { slug: slugOf(random) }),
      ...(random() < 0.5 && { data: { price: Math.floor(3 * random()) } }),
    },
  }),
  publishCopy: ({ random, copied }) =>
    copied.length === 0
      ? undefined
      : { method: 'POST', path: `/api/content/${pick(random, copied)}/draft/publish` },
  discardCopy: ({ random, copied }) =>
    copied.length === 0
      ? undefined
      : { method: 'DELETE', path: `/api/content/${pick(random, copied)}/draft` },
  join: ({ random, item, items }) => ({
    method: 'PUT',
    path: `/api/content/${item}/group`,
    json: { with: pick(random, items), ...(random() < 0.5 && { shareFrom: item }) },
  }),
  leave: ({ item }) => ({ method: 'DELETE', path: `/api/content/${item}/group` }),
  delete: ({ item }) => ({ method: 'DELETE', path: `/api/content/${item}` }),
  restore: ({ random, trashed }) =>
    trashed.length === 0
      ? undefined
      : {
          method: 'POST',
          path: `/api/trash/${pick(random, trashed)}/restore`,
          json: random() < 0.5 ? {} : { alone: true },
        },
};

/** The names of all kinds of steps. */
export const stepNames = Object.keys(makers);

/** A random step. */
export const randomStep = (choices: Choices): Step => {
  const { random, items } = choices;
  const name = items.length < 4 ? 'create' : pick(random, stepNames);
  const made = makers[name]?.({ ...choices, item: items.length > 0 ? pick(random, items) : '' });
  return made === undefined ? randomStep(choices) : { name, ...made };
};

/** What a step may be answered with, beside success: the rules of groups and slugs, and races with other writers. */
const refusals = new Set([
  'locale_taken',
  'not_shared',
  'shared_field',
  'siblings_failed',
  'slug_taken',
  'not_localized',
  'not_found',
  'version_mismatch',
  'invalid_input',
  'no_draft',
  'not_published',
  'invalid_transition',
  'draft_outdated',
  'singleton_exists',
]);

/** Sends a step. @returns whether it was stored. @throws Error for an answer that no rule explains. */
export const takeStep = async (
  { request }: HttpClient,
  headers: Readonly<Record<string, string>>,
  { name, method, path, json }: Step,
): Promise<boolean> => {
  const answer = await request(path, { method, headers, ...(json && { json }) });
  if (answer.status < 300) return true;
  const { code } = answer.json();
  if (refusals.has(code)) return false;
  throw new Error(`${name} ${path} ${JSON.stringify(json)} returned ${answer.text}`);
};
