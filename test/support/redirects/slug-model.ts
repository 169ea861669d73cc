import fc from 'fast-check';
import { expect } from 'vitest';
import {
  anonymous,
  canTransition,
  isDomainError,
  operator,
  type Cms,
} from '../../../core/index.ts';
import { contentStatuses, type ContentStatus } from '../../../core/vocabulary.ts';

const slugs = ['a', 'b', 'c', 'd', 'e'] as const;

const slugArbitrary = fc.constantFrom(...slugs);
const statusArbitrary = fc.constantFrom(...contentStatuses);

/** `item` selects one of those for which the action is possible. */
const stepArbitrary = fc.oneof(
  ...(['create', 'create', 'create'] as const).map((kind) =>
    fc.record({ kind: fc.constant(kind), slug: slugArbitrary, status: statusArbitrary }),
  ),
  ...(['rename', 'rename', 'publish copy', 'restore'] as const).map((kind) =>
    fc.record({ kind: fc.constant(kind), item: fc.nat(), slug: slugArbitrary }),
  ),
  fc.record({ kind: fc.constant('set status'), item: fc.nat(), status: statusArbitrary }),
  fc.record({
    kind: fc.constant('rename and set status'),
    item: fc.nat(),
    slug: slugArbitrary,
    status: statusArbitrary,
  }),
  ...(['trash', 'purge', 'delete for good', 'move'] as const).map((kind) =>
    fc.record({ kind: fc.constant(kind), item: fc.nat() }),
  ),
  ...(['remove redirect', 'remove redirect'] as const).map((kind) =>
    fc.record({ kind: fc.constant(kind), slug: slugArbitrary }),
  ),
);

export type SlugStep = typeof stepArbitrary extends fc.Arbitrary<infer Step> ? Step : never;

export const slugSteps = (length: number): fc.Arbitrary<SlugStep[]> =>
  fc.array(stepArbitrary, { minLength: length / 2, maxLength: length, size: 'max' });

interface Known {
  readonly id: string;
  slug: string;
  status: ContentStatus;
  place: 'content' | 'trash';
  collection: number;
  /** The slugs that it had while it was published. */
  readonly published: Set<string>;
}

/** What a service must remember, by the words of its docs. */
const slugModel = () => {
  const items: Known[] = [];
  /** Who had a slug last. */
  const lastHolder = new Map<string, Known>();

  const note = (item: Known): void => {
    if (item.place === 'trash') return;
    const last = lastHolder.get(item.slug);
    // Once another item has used it, it no longer leads to the first.
    if (last !== item) last?.published.delete(item.slug);
    lastHolder.set(item.slug, item);
    if (item.status === 'published') item.published.add(item.slug);
  };

  const holderOf = (slug: string): Known | undefined =>
    items.find((item) => item.place === 'content' && item.slug === slug);

  const leadsTo = (slug: string): Known | undefined => {
    const last = lastHolder.get(slug);
    const isRemembered =
      last !== undefined &&
      items.includes(last) &&
      last.place === 'content' &&
      last.published.has(slug);
    return holderOf(slug) ?? (isRemembered ? last : undefined);
  };

  return { items, note, holderOf, leadsTo };
};

/** Takes steps in the service and in the model, and compares after each one what every slug leads to. */
export const compareWithSlugModel = async (
  cms: Cms,
  steps: readonly SlugStep[],
  count: (what: string) => void,
): Promise<void> => {
  const model = slugModel();
  const { items, note, holderOf, leadsTo } = model;
  const collections = (await cms.collections.list(operator)).slice(0, 2);
  const place = (index: number) => collections[index] ?? expect.fail('no collection');

  const codeOf = async (work: Promise<unknown>): Promise<string> => {
    try {
      await work;
      return 'done';
    } catch (error) {
      if (isDomainError(error)) return error.code;
      throw error;
    }
  };

  /** Expects the code that the model predicts. @returns whether the action was done. */
  const perform = async (
    step: SlugStep,
    predicted: string,
    work: () => Promise<unknown>,
  ): Promise<boolean> => {
    expect(await codeOf(work()), JSON.stringify(step)).toBe(predicted);
    count(`${step.kind}: ${predicted}`);
    return predicted === 'done';
  };

  const takes = (slug: string, item?: Known): string => {
    const holder = holderOf(slug);
    return holder === undefined || holder === item ? 'done' : 'slug_taken';
  };

  const take = async (step: SlugStep): Promise<void> => {
    if (step.kind === 'create') {
      const { slug, status } = step;
      await perform(step, takes(slug), async () => {
        const command = { collectionId: place(0).id, title: slug, slug, status };
        const { id } = await cms.content.create(operator, command);
        const item: Known = {
          id,
          slug,
          status,
          place: 'content',
          collection: 0,
          published: new Set(),
        };
        items.push(item);
        note(item);
      });
      return;
    }
    if (step.kind === 'remove redirect') {
      const { slug } = step;
      const item = leadsTo(slug);
      const isRedirect = item !== undefined && item.slug !== slug;
      const remove = () => cms.redirects.remove(operator, slug);
      if (await perform(step, isRedirect ? 'done' : 'not_found', remove)) {
        item?.published.delete(slug);
      }
      return;
    }
    const wanted = step.kind === 'restore' || step.kind === 'purge' ? 'trash' : 'content';
    const possible = items.filter(
      (item) =>
        item.place === wanted && (step.kind !== 'publish copy' || item.status === 'published'),
    );
    const item = possible[step.item % Math.max(1, possible.length)];
    if (item === undefined) return;
    const { id } = item;
    const update = async (slug: string, status: ContentStatus): Promise<void> => {
      const predicted = canTransition(item.status, status)
        ? takes(slug, item)
        : 'invalid_transition';
      const write = () => cms.content.update(operator, id, { slug, status });
      if (!(await perform(step, predicted, write))) return;
      Object.assign(item, { slug, status });
      note(item);
    };
    switch (step.kind) {
      case 'rename':
        return update(step.slug, item.status);
      case 'set status':
        return update(item.slug, step.status);
      case 'rename and set status':
        return update(step.slug, step.status);
      case 'publish copy': {
        const { slug } = step;
        await cms.drafts.save(operator, id, { slug });
        const publish = () => cms.drafts.publish(operator, id, {});
        if (await perform(step, takes(slug, item), publish)) {
          item.slug = slug;
          note(item);
        } else {
          await cms.drafts.discard(operator, id);
        }
        return;
      }
      case 'move': {
        item.collection = 1 - item.collection;
        const collectionId = place(item.collection).id;
        await perform(step, 'done', () => cms.content.update(operator, id, { collectionId }));
        return;
      }
      case 'trash':
        await perform(step, 'done', () => cms.content.delete(operator, id));
        item.place = 'trash';
        return;
      case 'restore': {
        const { slug } = step;
        const restore = () => cms.trash.restore(operator, id, { slug });
        if (!(await perform(step, takes(slug), restore))) return;
        const status = item.status === 'published' ? 'draft' : item.status;
        Object.assign(item, { slug, status, place: 'content' });
        note(item);
        return;
      }
      case 'purge':
        await perform(step, 'done', () => cms.trash.delete(operator, id));
        items.splice(items.indexOf(item), 1);
        return;
      case 'delete for good': {
        await cms.settings.update(operator, { trashDays: 0 });
        await perform(step, 'done', () => cms.content.delete(operator, id));
        await cms.settings.update(operator, { trashDays: 30 });
        items.splice(items.indexOf(item), 1);
        return;
      }
    }
  };

  /** What the service finds by a slug: the id of the item and `movedTo`. */
  const found = async (slug: string, collection: string) => {
    const one = await cms.content
      .readItem(anonymous, { of: { collection, idOrSlug: slug }, client: '' })
      .then(
        ({ value: { item, movedTo } }) => [item.id, movedTo],
        (error: unknown) => [isDomainError(error) ? error.code : error],
      );
    const { value } = await cms.content.readPage(anonymous, {
      of: { list: { slug, collection } },
      client: '',
    });
    const listed = value.kind === 'items' ? value.items.map(({ id }) => [id, value.movedTo]) : [];
    expect(listed[0] ?? ['not_found'], `the list with ${slug}`).toEqual(one);
    return one;
  };

  const compare = async (step: SlugStep): Promise<void> => {
    const expected = [];
    for (const slug of slugs) {
      const item = leadsTo(slug);
      const isMoved = item !== undefined && item.slug !== slug;
      for (const [index, { name }] of collections.entries()) {
        const isHere = item?.collection === index;
        expect(await found(slug, name), `${slug} in ${name} after ${JSON.stringify(step)}`).toEqual(
          isHere ? [item.id, isMoved ? item.slug : undefined] : ['not_found'],
        );
      }
      if (!isMoved) continue;
      count('redirect');
      const collectionId = place(item.collection).id;
      expected.push({ from: slug, to: item.slug, contentId: item.id, collectionId });
    }
    expect(await cms.redirects.list(anonymous, { client: '' }), JSON.stringify(step)).toEqual(
      expected,
    );
  };

  for (const step of steps) {
    await take(step);
    await compare(step);
  }
};

/** What occurs in every run of many sequences, so that the comparison is not empty. */
export const neededOutcomes: readonly string[] = [
  'create: done',
  'create: slug_taken',
  'rename: done',
  'rename and set status: done',
  'publish copy: done',
  'set status: done',
  'trash: done',
  'restore: done',
  'purge: done',
  'delete for good: done',
  'move: done',
  'remove redirect: done',
  'remove redirect: not_found',
  'redirect',
];
