import type { Basis, LiveSession, Stamp } from '../../../core/index.ts';
import { callerReadsSuite } from '../../conformance/caller-reads.ts';
import { altered } from '../../support/core/altered.ts';
import { expecting, outdated, readingOn } from './broken-bases.ts';
import {
  brokenStore,
  type MemorySubject,
  type RepositoryMutant,
  type RepositorySuiteMutants,
} from './repository-mutant.ts';

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
  const found =
    kind === 'session' ? repositories.sessions.find(id) : repositories.apiTokens.findById(id);
  return (await found) !== undefined;
};

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
      fault: 'only looks for a token with this id',
      caughtBy: 'the basis of a token is not current after the token was deleted',
      make: expecting(async (basis, { repositories }) => {
        if (basis.caller?.kind !== 'token') return basis;
        const { stamp } = (await repositories.apiTokens.findById(basis.caller.id)) ?? {};
        return { ...basis, caller: { ...basis.caller, stamp: stamp ?? outdated } };
      }),
    },
  ],
};
