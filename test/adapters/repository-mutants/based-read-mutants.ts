import type { Basis, SiteState, Stamp } from '../../../core/index.ts';
import { basedReadsSuite } from '../../conformance/based-reads.ts';
import { altered } from '../../support/core/altered.ts';
import { expecting, outdated, readingOn, withBasis } from './broken-bases.ts';
import {
  brokenStore,
  pauses,
  type MemorySubject,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

/** Gives the site another stamp. */
const stampingSite = (
  stampOf: (site: SiteState, subject: MemorySubject) => unknown,
): RepositoryMutant['make'] =>
  brokenStore((subject) => {
    const { store, repositories } = subject;
    const stamped = async (site: SiteState): Promise<Stamp> =>
      JSON.stringify(await stampOf(site, subject));
    return {
      repositories: {
        ...repositories,
        site: altered(repositories.site, {
          load: async (name) => {
            const site = await repositories.site.load(name);
            return { ...site, stamp: await stamped(site) };
          },
        }),
        ...readingOn(store, async (basis) => {
          const site = await repositories.site.load(basis.collection);
          const isCurrent = basis.site === (await stamped(site));
          return { ...basis, site: isCurrent ? site.stamp : outdated };
        }),
      },
    };
  });

export const basedReadMutants: RepositorySuiteMutants = {
  suite: basedReadsSuite,
  mutants: [
    {
      fault: 'knows no tokens',
      caughtBy: 'a read on what was just loaded is current, for every caller',
      make: expecting(async (basis) =>
        basis.caller?.kind === 'token'
          ? { ...basis, caller: { ...basis.caller, stamp: outdated } }
          : basis,
      ),
    },
    {
      fault: 'changes the stamp of the site with every write',
      caughtBy: 'a basis stays current while other things are written',
      make: stampingSite(async ({ stamp }, { store }) => [stamp, await store.snapshot()]),
    },
    {
      fault: 'has a stamp of the site that never changes',
      caughtBy: 'no basis is current after settings were saved',
      make: stampingSite(() => 'the same'),
    },
    {
      fault: 'ignores the basis',
      caughtBy: 'no basis is current after settings were saved',
      make: expecting(async ({ collection }, { repositories }) => ({
        site: (await repositories.site.load(collection)).stamp,
        collection,
      })),
    },
    {
      fault: 'stamps only whether all collections are active',
      caughtBy: 'a basis is not current after another set of collections is active',
      make: stampingSite(({ settings, activeCollections, collection }) => [
        settings,
        activeCollections === 'all',
        collection,
      ]),
    },
    {
      fault: 'ignores the collection that was asked for',
      caughtBy:
        'a basis that asked for a collection is not current after the name means something else',
      make: stampingSite(({ settings, activeCollections }) => [settings, activeCollections]),
    },
    {
      fault: 'stamps only the name of the collection that was asked for',
      caughtBy: 'a basis that asked for an active collection is not current after it was exchanged',
      make: stampingSite(({ settings, activeCollections, collection }) => [
        settings,
        activeCollections,
        collection && [collection.name, collection.isActive],
      ]),
    },
    {
      fault: 'checks the basis before the read, not in the same state',
      caughtBy: 'a value is of a state in which its basis was current',
      make: (subject) => {
        const pause = pauses();
        return expecting(async (basis, { repositories }) => {
          const { stamp } = await repositories.site.load(basis.collection);
          if (stamp !== basis.site) return { ...basis, site: outdated };
          await pause();
          return { ...basis, site: (await repositories.site.load(basis.collection)).stamp };
        })(subject);
      },
    },
    {
      fault: 'compares the basis with the present state inside of consistent reads',
      caughtBy: 'inside of consistent reads, a basis that was loaded there stays current',
      make: brokenStore(({ store, repositories }) => ({
        consistently: (work) =>
          store.consistently(async (inside) => {
            const change = async (basis: Basis): Promise<Basis> => ({
              ...basis,
              site: (await repositories.site.load(basis.collection)).stamp,
            });
            return work({ ...inside, contents: withBasis(inside.contents, change) });
          }),
      })),
    },
  ],
};
