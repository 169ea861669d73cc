import { expect } from 'vitest';
import type { ContentItem, ContentStatus } from '../../../core/vocabulary.ts';
import { groupModel, type Asked, type GroupModel, type ModelState } from './group-model.ts';
import { oracleLocales, type OracleWorld, type Reader } from './oracle-world.ts';

const codes: readonly string[] = oracleLocales.map(({ code }) => code);

/** The languages of a request, and the chain in which it shows items. */
interface RequestedLanguages {
  readonly query: string;
  readonly chain: readonly string[] | undefined;
}

const requested: readonly RequestedLanguages[] = [
  { query: '', chain: undefined },
  ...oracleLocales.flatMap(({ code, fallback }) => [
    { query: `locale=${code}`, chain: [code, ...fallback] },
    { query: `locale=${code}&fallback=none`, chain: [code] },
    { query: `locale=${code}&fallback=fr,en`, chain: [...new Set([code, 'fr', 'en'])] },
  ]),
];

/**
 * Compares what a reader gets with the model: lists, items by id and by slug, and alternates, in every locale with every
 * fallback, a random part of them in each call. Each answer is read from all instances.
 *
 * @param random chooses what is read.
 * @returns the number of answers compared.
 */
export const compareWithModel = async (
  world: OracleWorld,
  state: ModelState,
  reader: Reader,
  random: () => number,
): Promise<number> => {
  const model = groupModel(state, reader.sight, codes);
  let compared = 0;
  const read = async (path: string): Promise<Answers> => {
    const perspective = reader.sight.perspective === 'drafts' ? '&perspective=drafts' : '';
    const answers: Answers[0][] = [];
    for (const { request } of world.clients) {
      const headers = { ...reader.headers, 'X-Forwarded-For': addressOf(random) };
      const answer = await request(`${path}${perspective}`, { headers });
      answers.push({ status: answer.status, json: answer.json() });
    }
    compared += answers.length;
    return answers;
  };
  const some = <T>(all: readonly T[], count: number): readonly T[] =>
    all.length <= count ? all : Array.from({ length: count }, () => pick(random, all));

  for (const languages of some(requested, 5)) {
    const about = `${languages.query} for ${reader.name}`;
    for (const conditions of conditionsOf(world, reader)) {
      const asked = { ...conditions, chain: languages.chain };
      const path = `/api/content?limit=200&alternates=true&${queryOf(world, conditions)}&${languages.query}`;
      const expected = pageOf(model, asked);
      for (const { json } of await read(path)) {
        expect(shownPage(json), `${path}, ${about}`).toEqual(expected);
      }
    }
    for (const { id } of some(state.published, 3)) {
      const path = `/api/content/${id}?alternates=true&${languages.query}`;
      const found = model.byId(id, { chain: languages.chain });
      for (const answer of await read(path)) {
        expect(shownItem(answer), `${path}, ${about}`).toEqual(itemOf(model, languages, found));
      }
    }
    for (const { slug, collectionId } of some(state.unpublished, 3)) {
      const name = nameOf(world, collectionId);
      // Without one, the slug may be a former one; working copies of several groups may want one slug.
      if (name === undefined || model.groupsOfSlug(slug, collectionId) !== 1) continue;
      const found = model.bySlug(slug, { collectionId, chain: languages.chain });
      const path = `/api/collections/${name}/content/${slug}?alternates=true&${languages.query}`;
      for (const answer of await read(path)) {
        const expected = {
          ...itemOf(model, languages, found),
          movedTo: found === undefined || found.slug === slug ? undefined : found.slug,
        };
        const { movedTo } = answer.json;
        expect({ ...shownItem(answer), movedTo }, `${path}, ${about}`).toEqual(expected);
      }
    }
  }
  return compared;
};

// Answers of the API, which are compared.
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

type Answers = readonly { readonly status: number; readonly json: Json }[];

type Conditions = Pick<Asked, 'status' | 'collectionId'>;

const conditionsOf = (world: OracleWorld, { sight }: Reader): readonly Conditions[] => {
  const collectionId = world.collections.get('posts');
  const status: ContentStatus = 'draft';
  // Whether others may name the collection is not the subject.
  const all =
    collectionId !== undefined && sight.collections.has(collectionId)
      ? [{}, { collectionId }]
      : [{}];
  return sight.statuses.length === 1 ? all : [...all, { status }, { status, collectionId }];
};

const queryOf = (world: OracleWorld, { status, collectionId }: Conditions): string => {
  const name = collectionId === undefined ? undefined : nameOf(world, collectionId);
  return new URLSearchParams({
    ...(status && { status }),
    ...(name !== undefined && { collection: name }),
  }).toString();
};

const nameOf = ({ collections }: OracleWorld, id: string): string | undefined =>
  [...collections].find(([, each]) => each === id)?.[0];

const pick = <T>(random: () => number, all: readonly T[]): T =>
  all[Math.floor(random() * all.length)] as T;

/** Different for each request, so that no limit is reached. */
const addressOf = (random: () => number): string =>
  `10.${[1, 2, 3].map(() => Math.floor(256 * random())).join('.')}`;

/** What is compared of an item. */
type Looks = Pick<ContentItem, 'id' | 'title' | 'slug' | 'status' | 'locale'>;

const looksOf = ({ id, title, slug, status, locale }: Looks): Looks => ({
  id,
  title,
  slug,
  status,
  locale,
});

const pageOf = (model: GroupModel, asked: Asked) => {
  const items = model.list(asked);
  return {
    items: items.map(looksOf),
    alternates: Object.fromEntries(
      items.flatMap((item) => (item.locale ? [[item.id, model.alternatesOf(item)]] : [])),
    ),
  };
};

const shownPage = (page: {
  readonly data: readonly Looks[];
  readonly meta: { readonly alternates?: unknown };
}) => ({ items: page.data.map(looksOf), alternates: page.meta.alternates });

const itemOf = (model: GroupModel, { chain }: RequestedLanguages, item: ContentItem | undefined) =>
  item && {
    ...looksOf(item),
    served: chain === undefined ? undefined : (item.locale ?? null),
    alternates: item.locale === undefined ? undefined : model.alternatesOf(item),
  };

/** Tokens are told what is outside of their scope. */
const isHidden = ({ status, json }: Answers[0]): boolean =>
  status === 404 || json.code === 'token_scope';

const shownItem = (answer: Answers[0]) => {
  const { json } = answer;
  return isHidden(answer)
    ? undefined
    : {
        ...looksOf(json.data),
        served: json.locale?.served,
        alternates: json.alternates?.[json.data.id],
      };
};
