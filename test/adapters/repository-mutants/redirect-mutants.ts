import type { MemoryTables } from '../../../adapters/memory/memory-tables.ts';
import type {
  ContentRepository,
  FormerSlug,
  RedirectRepository,
  View,
} from '../../../core/store.ts';
import type { Redirect, Slug } from '../../../core/vocabulary.ts';
import { altered } from '../../support/core/altered.ts';
import { formerSlugSuite } from '../../conformance/content/slugs/former-slugs.ts';
import { redirectSuite } from '../../conformance/content/slugs/redirects.ts';
import { withParts } from '../../conformance/content/content-changes.ts';
import {
  broken,
  brokenStore,
  committing,
  pauses,
  reading,
  type MemorySubject,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

const withRedirects = (
  changes: (intact: RedirectRepository, subject: MemorySubject) => Partial<RedirectRepository>,
): RepositoryMutant['make'] => broken('redirects', changes);

const withContents = (
  changes: (intact: ContentRepository, subject: MemorySubject) => Partial<ContentRepository>,
): RepositoryMutant['make'] => broken('contents', changes);

/** The view of a caller who may learn all former slugs. */
const withAllSlugs = (view: View): View => {
  const { seenIn: _, ...audience } = view.audience;
  return { ...view, audience };
};

const put = (formerSlugs: Map<Slug, FormerSlug>, slug: Slug, contentId: string): void => {
  formerSlugs.set(slug, { slug, contentId, seenIn: [] });
};

/** Changes what is stored after each commit, by what was stored before. */
const afterCommit = (
  change: (tables: MemoryTables, before: ReadonlyMap<Slug, FormerSlug>) => void,
): RepositoryMutant['make'] =>
  brokenStore(({ store, memory }) => ({
    commit: async (changes) => {
      const before = new Map(await memory.read(({ formerSlugs }) => [...formerSlugs]));
      const isStored = await store.commit(changes);
      await memory.write((tables) => change(tables, before));
      return isStored;
    },
  }));

/** Former slugs that another item gets come back when that item has another slug. */
const bringsBack = (): RepositoryMutant['make'] => {
  const all = new Map<Slug, FormerSlug>();
  return afterCommit((tables, before) => {
    for (const [slug, former] of [...before, ...tables.formerSlugs]) {
      all.set(slug, all.get(slug) ?? former);
    }
    for (const [slug, former] of all) {
      if (!tables.slugs.has(slug)) tables.formerSlugs.set(slug, former);
    }
  });
};

const keepsInSpiteOf = (
  isKept: (tables: MemoryTables, id: string) => boolean,
): RepositoryMutant['make'] =>
  afterCommit((tables, before) => {
    for (const [slug, former] of before) {
      if (isKept(tables, former.contentId)) tables.formerSlugs.set(slug, former);
    }
  });

const listing = (
  change: (all: readonly Redirect[], subject: MemorySubject) => readonly Redirect[],
): RepositoryMutant['make'] =>
  withRedirects((intact, subject) => ({
    list: (query, basis) => reading(intact.list(query, basis), (all) => change(all, subject)),
  }));

export const formerSlugMutants: RepositorySuiteMutants = {
  suite: formerSlugSuite,
  mutants: [
    {
      fault: 'stores only the latest former slug of an item',
      caughtBy: 'an item is found by its slug and by all former slugs',
      make: afterCommit(({ formerSlugs }, before) => {
        for (const [slug, { contentId }] of before) {
          const isOther = (each: FormerSlug) => each.slug !== slug && each.contentId === contentId;
          if ([...formerSlugs.values()].some(isOther)) {
            formerSlugs.delete(slug);
          }
        }
      }),
    },
    {
      fault: 'finds no item by a former slug in lists',
      caughtBy: 'an item is found by its slug and by all former slugs',
      make: withContents((intact) => ({
        list: (query, view, basis) =>
          reading(intact.list(query, view, basis), (page) =>
            'items' in page
              ? { ...page, items: page.items.filter(({ slug }) => slug === (query.slug ?? slug)) }
              : page,
          ),
      })),
    },
    {
      fault: 'ignores the status in lists with a former slug',
      caughtBy: 'a list with a former slug is empty unless the item matches all other conditions',
      make: withContents((intact) => ({
        list: ({ status: _, ...query }, view, basis) => intact.list(query, view, basis),
      })),
    },
    {
      fault: 'takes former slugs for taken',
      caughtBy: 'a former slug is free: no look-up of taken slugs returns it',
      make: withContents((intact, { memory }) => ({
        findTakenSlugs: async (slugs) => {
          const former = await memory.read(({ formerSlugs }) => [...formerSlugs.keys()]);
          const taken = await intact.findTakenSlugs(slugs);
          return new Set([...taken, ...former.filter((slug) => slugs.includes(slug))]);
        },
      })),
    },
    {
      fault: 'brings a former slug back when the other item has another one',
      caughtBy:
        'a slug that another item gets leads to that item only, also after it loses the slug',
      make: (subject) => bringsBack()(subject),
    },
    {
      fault: 'looks for a former slug if the item with the slug does not match',
      caughtBy:
        'a list does not lead to an item by a slug that another item has, even if that does not match',
      make: (subject) => {
        const all = new Map<string, string>();
        const remembering = afterCommit(({ formerSlugs }) => {
          for (const [slug, { contentId }] of formerSlugs) all.set(slug, contentId);
        })(subject);
        const { contents } = subject.repositories;
        const list: ContentRepository['list'] = (query, view, basis) =>
          reading(contents.list(query, view, basis), async (page) => {
            const former = await contents.findById(all.get(query.slug ?? '') ?? '');
            return 'items' in page && page.items.length === 0 && former !== undefined
              ? { ...page, items: [former] }
              : page;
          });
        const repositories = { ...subject.repositories, contents: altered(contents, { list }) };
        return altered(remembering, { repositories });
      },
    },
    {
      fault: 'forgets a former slug that its item gets again',
      caughtBy: 'a former slug that its own item gets again leads to it later',
      make: afterCommit(({ formerSlugs, slugs }) => {
        for (const slug of formerSlugs.keys()) if (slugs.has(slug)) formerSlugs.delete(slug);
      }),
    },
    {
      fault: 'remembers slugs only if they change',
      caughtBy:
        'a slug that is remembered with a change of status leads to the item after it got another one',
      make: committing((each) =>
        each.kind === 'update' && each.item.slug === each.before.slug
          ? withParts(each, { formerSlug: undefined })
          : each,
      ),
    },
    {
      fault: 'forgets the former slugs of what it moves into the trash',
      caughtBy:
        'a former slug stays while its item is in the trash, and leads to it after its return',
      make: afterCommit(({ formerSlugs, trash }) => {
        for (const [slug, { contentId }] of formerSlugs) {
          if (trash.has(contentId)) formerSlugs.delete(slug);
        }
      }),
    },
    {
      fault: 'keeps the former slugs of items in the trash, whoever gets them',
      caughtBy: 'a slug that another item gets while its item is in the trash is forgotten',
      make: keepsInSpiteOf(({ trash }, id) => trash.has(id)),
    },
    {
      fault: 'shows all former slugs in the list of redirects',
      caughtBy: 'a reader finds an item by the former slugs under which it could see the item',
      make: withRedirects((intact) => ({
        list: ({ seenIn: _, ...query }, basis) => intact.list(query, basis),
      })),
    },
    {
      fault: 'finds items by all former slugs in lists',
      caughtBy: 'a reader finds an item by the former slugs under which it could see the item',
      make: withContents((intact) => ({
        list: (query, view, basis) => intact.list(query, withAllSlugs(view), basis),
      })),
    },
    {
      fault: 'finds an item by all its former slugs',
      caughtBy: 'a reader finds an item by the former slugs under which it could see the item',
      make: withContents((intact) => ({
        getBySlug: (query, view, basis) => intact.getBySlug(query, withAllSlugs(view), basis),
      })),
    },
    {
      fault: 'finds shown items by all former slugs',
      caughtBy: 'a reader finds an item by the former slugs under which it could see the item',
      make: withContents((intact) => ({
        list: (query, view, basis) =>
          intact.list(query, view.shown === 'unpublished' ? withAllSlugs(view) : view, basis),
      })),
    },
    {
      fault: 'remembers slugs that were seen in a private collection after its deletion',
      caughtBy: 'where a private collection is deleted, nobody has seen a former slug',
      make: broken('collections', (intact, { memory }) => ({
        delete: async (id) => {
          const before = await memory.read(({ formerSlugs }) => [...formerSlugs]);
          const isDeleted = await intact.delete(id);
          await memory.write(({ formerSlugs }) => {
            for (const [slug, former] of before) formerSlugs.set(slug, former);
          });
          return isDeleted;
        },
      })),
    },
    {
      fault: 'forgets slugs that were seen in any collection that is deleted',
      caughtBy: 'where a private collection is deleted, nobody has seen a former slug',
      make: broken('collections', (intact, { memory }) => ({
        delete: async (id) => {
          const isDeleted = await intact.delete(id);
          await memory.write(({ formerSlugs }) => {
            for (const [slug, former] of formerSlugs) {
              const seenIn = former.seenIn.filter((place) => place !== id);
              formerSlugs.set(slug, { ...former, seenIn });
            }
          });
          return isDeleted;
        },
      })),
    },
    {
      fault: 'remembers only where a slug was seen last',
      caughtBy: 'a reader finds an item by the former slugs under which it could see the item',
      make: afterCommit(({ formerSlugs }) => {
        for (const [slug, former] of formerSlugs) {
          formerSlugs.set(slug, { ...former, seenIn: former.seenIn.slice(-1) });
        }
      }),
    },
    {
      fault: 'forgets where a slug was seen before its collection became inactive',
      caughtBy: 'a reader finds an item by the former slugs under which it could see the item',
      make: afterCommit(({ formerSlugs, collections }) => {
        for (const [slug, former] of formerSlugs) {
          const seenIn = former.seenIn.filter((id) => collections.get(id)?.isActive === true);
          formerSlugs.set(slug, { ...former, seenIn });
        }
      }),
    },
    {
      fault: 'keeps the former slugs of what it deletes',
      caughtBy: 'a final deletion removes the former slugs of the item, and no others',
      make: keepsInSpiteOf(({ contents, trash }, id) => !contents.has(id) && !trash.has(id)),
    },
    {
      fault: 'remembers the slugs of changes that it does not store',
      caughtBy: 'a change that is not stored remembers nothing and forgets nothing',
      make: brokenStore(({ store, memory }) => ({
        commit: async (changes) => {
          await memory.write(({ formerSlugs }) => {
            for (const change of changes) {
              const { formerSlug } = change.parts;
              if (formerSlug !== undefined) put(formerSlugs, formerSlug, change.item.id);
            }
          });
          return store.commit(changes);
        },
      })),
    },
    {
      fault: 'stores a former slug some time after the change',
      caughtBy: 'a slug leads to nobody else, if its item loses it while another one wants it',
      make: brokenStore(({ store, memory }) => {
        const pause = pauses();
        return {
          commit: async (changes) => {
            const isStored = await store.commit(
              changes.map((each) => withParts(each, { formerSlug: undefined })),
            );
            for (let n = 0; n < 10; n += 1) await pause();
            await memory.write(({ formerSlugs }) => {
              for (const change of isStored ? changes : []) {
                const { formerSlug } = change.parts;
                if (formerSlug !== undefined) put(formerSlugs, formerSlug, change.item.id);
              }
            });
            return isStored;
          },
        };
      }),
    },
    {
      fault: 'gives all pages with one former slug the same tag',
      caughtBy:
        'the tag of a page with a former slug differs with everything that changes the page',
      make: withContents((intact) => ({
        list: (query, view, basis) =>
          reading(intact.list(query, view, basis), (page) =>
            query.slug === undefined ? page : { ...page, tag: query.slug },
          ),
        tagOf: (query, view, basis) =>
          reading(intact.tagOf(query, view, basis), (tag) => query.slug ?? tag),
      })),
    },
  ],
};

export const redirectMutants: RepositorySuiteMutants = {
  suite: redirectSuite,
  mutants: [
    {
      fault: 'compares slugs as UTF-16',
      caughtBy:
        'redirects are listed by the code points of the former slug, with the present slug and collection',
      make: listing((all) => all.toSorted((left, right) => (left.from < right.from ? -1 : 1))),
    },
    {
      fault: 'ignores the scope of the caller',
      caughtBy: 'a list contains exactly the redirects to items that match all conditions',
      make: withRedirects((intact) => ({
        list: (query, basis) => intact.list({ ...query, within: 'all' }, basis),
      })),
    },
    {
      fault: 'ignores the status',
      caughtBy: 'a list contains exactly the redirects to items that match all conditions',
      make: withRedirects((intact) => ({
        list: ({ status: _, ...query }, basis) => intact.list(query, basis),
      })),
    },
    {
      fault: 'skips one entry too many',
      caughtBy: 'pages follow each other without gaps',
      make: withRedirects((intact) => ({
        list: (query, basis) =>
          intact.list({ ...query, offset: query.offset === 0 ? 0 : query.offset + 1 }, basis),
      })),
    },
    {
      fault: 'lists the status that the item had when its slug changed',
      caughtBy: 'a redirect follows its item: status, collection, slug and trash',
      make: withRedirects((intact) => ({
        list: (query, basis) =>
          intact.list({ ...query, ...(query.status && { status: 'published' }) }, basis),
      })),
    },
    {
      fault: 'finds the present slug of an item as a redirect',
      caughtBy: 'find returns a redirect, and nothing for other slugs',
      make: withRedirects((_intact, { memory }) => ({
        find: (from) =>
          memory.read(({ formerSlugs, contents }) => {
            const item = contents.get(formerSlugs.get(from)?.contentId ?? '');
            return (
              item && { from, to: item.slug, contentId: item.id, collectionId: item.collectionId }
            );
          }),
      })),
    },
    {
      fault: 'removes a redirect whatever its item is',
      caughtBy: 'remove removes a redirect to this item in this collection, and no other one',
      make: withRedirects((_intact, { memory }) => ({
        remove: ({ from }) => memory.write(({ formerSlugs }) => formerSlugs.delete(from)),
      })),
    },
    {
      fault: 'removes a redirect some time after it has looked for it',
      caughtBy: 'of concurrent removals of one redirect exactly one succeeds',
      make: withRedirects((intact) => {
        const pause = pauses();
        return {
          remove: async (redirect) => {
            const found = await intact.find(redirect.from);
            await pause();
            await intact.remove(redirect);
            return found !== undefined;
          },
        };
      }),
    },
    {
      fault: 'reads only redirects in steps',
      caughtBy: 'all former slugs are read in steps, with the state of the item',
      make: withRedirects((intact, { memory }) => ({
        listAfter: async (slug, limit) => {
          const present = await memory.read(({ slugs }) => [...slugs.keys()]);
          return (await intact.listAfter(slug, limit)).filter(
            (each) => !present.includes(each.slug),
          );
        },
      })),
    },
    {
      fault: 'returns no items in the trash',
      caughtBy: 'findItemIds returns the items of former slugs, also in the trash',
      make: withRedirects((intact, { memory }) => ({
        findItemIds: async (slugs) => {
          const live = await memory.read(({ contents }) => [...contents.keys()]);
          return new Map(
            [...(await intact.findItemIds(slugs))].filter(([, id]) => live.includes(id)),
          );
        },
      })),
    },
    {
      fault: 'adds nothing to items in the trash',
      caughtBy:
        'added former slugs lead to their items, also of items in the trash after their return',
      make: withRedirects((intact, { memory }) => ({
        add: async (given) => {
          const live = await memory.read(({ contents }) => [...contents.keys()]);
          const results: boolean[] = [];
          for (const each of given) {
            const isLive = live.includes(each.contentId);
            results.push(isLive && (await intact.add([each]))[0] === true);
          }
          return results;
        },
      })),
    },
    {
      fault: 'replaces former slugs that are stored',
      caughtBy: 'add leaves out slugs that are stored or taken, and items that do not exist',
      make: withRedirects((intact, { memory }) => ({
        add: async (given) => {
          await memory.write(({ formerSlugs }) => {
            for (const { slug } of given) formerSlugs.delete(slug);
          });
          return intact.add(given);
        },
      })),
    },
    {
      fault: 'adds a slug some time after it has looked for its holder',
      caughtBy: 'a slug that is added while another item gets it leads to that item only',
      make: withRedirects((_intact, { memory }) => {
        const pause = pauses();
        return {
          add: async (given) => {
            const taken = await memory.read(({ slugs }) => [...slugs.keys()]);
            for (let n = 0; n < 10; n += 1) await pause();
            return memory.write(({ formerSlugs }) =>
              given.map((former) => {
                if (taken.includes(former.slug)) return false;
                formerSlugs.set(former.slug, former);
                return true;
              }),
            );
          },
        };
      }),
    },
  ],
};
