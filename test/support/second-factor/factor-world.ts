import type { Cms, LoggedInWithCode, UserActor } from '../../../core/index.ts';
import type { LoggedIn, Role } from '../../../core/vocabulary.ts';
import { coreWorld, goodPassword, rejectsWith, type CoreWorld } from '../core/core-world.ts';
import type { MemoryCmsOptions } from '../core/memory-cms.ts';
import { appCode } from './app-code.ts';

/** A signed-in account. */
export interface Person {
  readonly actor: UserActor;
  readonly email: string;
}

/** An account with a second factor. */
export interface Protected extends Person {
  /** The key of the app, in base32. */
  readonly key: string;
  readonly recoveryCodes: readonly string[];
}

/** How somebody signs in. Each sign-in is from another address, so that no limit counts it with others. */
export interface SignInWith {
  readonly password?: string;
  readonly code?: string;
  readonly trustedBrowser?: string;
  readonly client?: string;
  readonly cms?: Cms;
}

export interface FactorWorld extends CoreWorld {
  readonly signedIn: (role?: Role) => Promise<Person>;
  /** Sets up a factor. The code that confirms it is that of the step before the current one. */
  readonly setUp: (person: Person) => Promise<Protected>;
  /** A new account with a second factor. */
  readonly protectedPerson: (role?: Role) => Promise<Protected>;
  /** What the app shows. @param steps how many steps later. */
  readonly code: (key: string, steps?: number) => Promise<string>;
  readonly logIn: (email: string, how?: SignInWith) => Promise<LoggedIn>;
  /** Enters the right password. @returns the challenge. */
  readonly challengeOf: (email: string, how?: SignInWith) => Promise<string>;
  readonly answer: (
    challenge: string,
    code: string,
    how?: { readonly trust?: boolean; readonly client?: string; readonly cms?: Cms },
  ) => Promise<LoggedInWithCode>;
}

/** A code that no app with a random key shows, but for one in a third of a million. */
export const wrongCode = '000000';

export const factorWorld = async (options: MemoryCmsOptions = {}): Promise<FactorWorld> => {
  const world = await coreWorld(options);
  const { cms, clock, member } = world;
  let clients = 0;
  const newClient = (): string => `198.51.100.${(clients += 1)}`;
  const code = (key: string, steps = 0): Promise<string> => appCode(key, clock.now(), steps);
  const logIn: FactorWorld['logIn'] = async (
    email,
    { password = goodPassword, client = newClient(), cms: instance = cms, ...rest } = {},
  ) => instance.accounts.logIn({ email, password, client, ...rest });
  const signedIn = async (role: Role = 'author'): Promise<Person> => {
    const { user, sessionId } = await member(role);
    const actor = { kind: 'user', userId: user.id, sessionId, role, grants: [] } as const;
    return { actor, email: user.email };
  };
  const setUp = async (person: Person): Promise<Protected> => {
    const { secret: key } = await cms.secondFactors.begin(person.actor, { password: goodPassword });
    const entered = { code: await code(key, -1) };
    const { recoveryCodes } = await cms.secondFactors.confirm(person.actor, entered);
    return { ...person, key, recoveryCodes };
  };
  return {
    ...world,
    signedIn,
    setUp,
    protectedPerson: async (role) => setUp(await signedIn(role)),
    code,
    logIn,
    challengeOf: async (email, how) => {
      const { challenge = '' } = await rejectsWith('second_factor_required', logIn(email, how));
      return challenge;
    },
    answer: async (
      challenge,
      entered,
      { trust = false, client = newClient(), cms: instance = cms } = {},
    ) => {
      const finish = await instance.secondFactors.startLogIn(client, 'A browser');
      return finish({ challenge, code: entered, trust });
    },
  };
};
