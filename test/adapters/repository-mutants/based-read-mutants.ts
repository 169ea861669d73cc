import type { Basis, LiveSession, SiteState, Stamp, Store } from '../../../core/store.ts';
import { basedReadsSuite } from '../../conformance/transactions/based-reads.ts';
import { altered } from '../../support/core/altered.ts';
import {
  brokenStore,
  pauses,
  type MemorySubject,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';
import { callerReadsSuite } from '../../conformance/accounts/caller-reads.ts';

const isBasis = (value: unknown): value is Basis =>
  typeof value === 'object' && value !== null && 'site' in value;

/** Passes another basis to all reads. */
const withBasis = <T extends object>(port: T, change: ChangeBasis): T =>
  new Proxy(port, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return async (...given: readonly unknown[]) => {
        const last = given.at(-1);
        const basis = isBasis(last) ? [await change(last)] : [last];
        return member.apply(target, [...given.slice(0, -1), ...basis]) as unknown;
      };
    },
  });

const readingOn = (
  store: Store,
  change: ChangeBasis,
): Pick<Store['repositories'], 'contents' | 'summaries'> => ({
  contents: withBasis(store.repositories.contents, change),
  summaries: withBasis(store.repositories.summaries, change),
});

const outdated = 'outdated';

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

/** Passes another basis to all reads outside of transactions. */
const expecting = (
  change: (basis: Basis, subject: MemorySubject) => Promise<Basis>,
): RepositoryMutant['make'] =>
  brokenStore((subject) => ({
    repositories: {
      ...subject.repositories,
      ...readingOn(subject.store, (basis) => change(basis, subject)),
    },
  }));

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
      make: stampingSite(({ settings, collectionStates, collection }) => [
        settings,
        collectionStates === undefined,
        collection,
      ]),
    },
    {
      fault: 'stamps who sees collections, not their locales',
      caughtBy: 'a basis is not current after a collection has another base locale',
      make: stampingSite(({ settings, collectionStates = [], collection }) => [
        settings,
        collectionStates.map(({ baseLocale, ...state }) => [state, baseLocale !== undefined]),
        collection,
      ]),
    },
    {
      fault: 'ignores the collection that was asked for',
      caughtBy:
        'a basis that asked for a collection is not current after the name means something else',
      make: stampingSite(({ settings, collectionStates }) => [settings, collectionStates]),
    },
    {
      fault: 'stamps only the name of the collection that was asked for',
      caughtBy: 'a basis that asked for an active collection is not current after it was exchanged',
      make: stampingSite(({ settings, collectionStates, collection }) => [
        settings,
        collectionStates,
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

/** Gives sessions another stamp. */
const stampingSessions = (
  stampOf: (live: LiveSession, subject: MemorySubject) => unknown,
): RepositoryMutant['make'] =>
  brokenStore((subject) => {
    const { store, repositories } = subject;
    const stamped = async (live: LiveSession): Promise<Stamp> =>
      JSON.stringify(await stampOf(live, subject));
    return {
      repositories: {
        ...repositories,
        sessions: altered(repositories.sessions, {
          find: async (id) => {
            const live = await repositories.sessions.find(id);
            return live && { ...live, stamp: await stamped(live) };
          },
        }),
        ...readingOn(store, async (basis) => {
          if (basis.caller?.kind !== 'session') return basis;
          const live = await repositories.sessions.find(basis.caller.id);
          const isCurrent = live !== undefined && basis.caller.stamp === (await stamped(live));
          return {
            ...basis,
            caller: { ...basis.caller, stamp: isCurrent ? live.stamp : outdated },
          };
        }),
      },
    };
  });

const isStored = async ({ repositories }: MemorySubject, { caller }: Basis): Promise<boolean> => {
  if (caller === undefined) return true;
  const { kind, id } = caller;
  const finders = {
    session: () => repositories.sessions.find(id),
    token: () => repositories.apiTokens.findById(id),
    preview: () => repositories.previewTokens.findById(id),
  };
  return (await finders[kind]()) !== undefined;
};

/** Looks for a preview with this id only. */
const findingPreviews = expecting(async (basis, { repositories }) => {
  if (basis.caller?.kind !== 'preview') return basis;
  const { stamp } = (await repositories.previewTokens.findById(basis.caller.id)) ?? {};
  return { ...basis, caller: { ...basis.caller, stamp: stamp ?? outdated } };
});

export const callerReadMutants: RepositorySuiteMutants = {
  suite: callerReadsSuite,
  mutants: [
    {
      fault: 'stamps a session without the grants of its account',
      caughtBy: 'the basis of a session is not current after a change of it or of its account',
      make: stampingSessions(({ session, user: { grants: _, ...user } }) => [session, user]),
    },
    {
      fault: 'stamps a session without the role of its account',
      caughtBy: 'the basis of a session is not current after a change of it or of its account',
      make: stampingSessions(({ session, user: { role: _, ...user } }) => [session, user]),
    },
    {
      fault: 'stamps a session without the settings',
      caughtBy:
        'the basis of a session is not current after the settings were saved, whatever the site is',
      make: stampingSessions(({ session: { lastSeenAt: _, ...session }, user }) => [session, user]),
    },
    {
      fault: 'ignores callers who are gone',
      caughtBy:
        'the basis of a session is not current after all sessions or the account were deleted',
      make: expecting(async (basis, subject) =>
        (await isStored(subject, basis)) ? basis : { ...basis, caller: undefined },
      ),
    },
    {
      fault: 'stamps a session with all sessions of its account',
      caughtBy:
        'the basis of a session stays current after another session of the account was deleted',
      make: stampingSessions(async ({ stamp, user }, { memory }) => [
        stamp,
        await memory.read(({ sessions }) =>
          [...sessions.values()].filter(({ userId }) => userId === user.id),
        ),
      ]),
    },
    {
      fault: 'stamps a session with its last use',
      caughtBy: 'the basis of a session stays current when the session is seen',
      make: stampingSessions(({ session, stamp }) => [session.lastSeenAt, stamp]),
    },
    {
      fault: 'only looks for a session with this id',
      caughtBy: 'the basis of a session is not current with another session of its id',
      make: expecting(async (basis, { repositories }) => {
        if (basis.caller?.kind !== 'session') return basis;
        const { stamp } = (await repositories.sessions.find(basis.caller.id)) ?? {};
        return { ...basis, caller: { ...basis.caller, stamp: stamp ?? outdated } };
      }),
    },
    {
      fault: 'only looks for a token with this id',
      caughtBy: 'the basis of a token is not current after the token was deleted',
      make: expecting(async (basis, { repositories }) => {
        if (basis.caller?.kind !== 'token') return basis;
        const { stamp } = (await repositories.apiTokens.findById(basis.caller.id)) ?? {};
        return { ...basis, caller: { ...basis.caller, stamp: stamp ?? outdated } };
      }),
    },
    {
      fault: 'stamps a preview without its account',
      caughtBy: 'the basis of a preview is not current after a change of its token or its account',
      make: findingPreviews,
    },
    {
      fault: 'confirms the basis of a preview after its time',
      caughtBy: 'the basis of a preview is not current after its time',
      make: expecting(async (basis, { memory }) => {
        if (basis.caller?.kind !== 'preview') return basis;
        const { id } = basis.caller;
        const isStored = await memory.read(({ previewTokens }) => previewTokens.has(id));
        return isStored ? { ...basis, caller: undefined } : basis;
      }),
    },
  ],
};

type ChangeBasis = (basis: Basis) => Promise<Basis>;
