import {
  anonymous,
  type Actor,
  type FinishedSignIn,
  type IdentityRules,
} from '../../../core/index.ts';
import type { Email, JsonObject, PasswordLogin } from '../../../core/vocabulary.ts';
import type { User } from '../../../core/store.ts';
import { coreWorld, type CoreWorld } from '../core/core-world.ts';
import type { MemoryCmsOptions } from '../core/memory-cms.ts';
import { memoryMailer, type MemoryMailer } from '../mail/memory-mailer.ts';
import { memoryIdentityProvider, type MemoryIdentityProvider } from './memory-identity-provider.ts';

export interface SignInWorld extends CoreWorld {
  readonly provider: MemoryIdentityProvider;
  readonly mailer: MemoryMailer;
  /** A whole sign-in of a person by the provider. */
  readonly signIn: (subject: string, claims?: JsonObject) => Promise<FinishedSignIn>;
  /** The end of a sign-in that links. */
  readonly link: (actor: Actor, subject: string, by?: Actor) => Promise<FinishedSignIn>;
  /** Stores an account. */
  readonly account: (email: string, changes?: Partial<User>) => Promise<User>;
  readonly stored: (email: string) => Promise<User | undefined>;
  /** Of the audit, oldest first: the action, what it is about, and its detail. */
  readonly actions: () => Promise<readonly string[]>;
}

export interface SignInWorldOptions extends Omit<MemoryCmsOptions, 'identityRules'> {
  readonly identityRules?: Partial<IdentityRules>;
  readonly passwordLogin?: PasswordLogin;
  /** Whether an admin exists already, as in a service that is in use; true by default. */
  readonly hasAdmin?: boolean;
}

/** A verified address. */
export const verified = (email: string, claims: JsonObject = {}): JsonObject => ({
  email,
  email_verified: true,
  ...claims,
});

/** The core with an identity provider in memory. */
export const signInWorld = async ({
  hasAdmin = true,
  ports,
  ...options
}: SignInWorldOptions = {}): Promise<SignInWorld> => {
  const provider = memoryIdentityProvider();
  const mailer = memoryMailer();
  const world = await coreWorld({
    publicUrl: 'https://cms.example.org',
    ...options,
    ports: { identityProvider: provider, mailer, ...ports },
  });
  const { cms } = world;
  const { users, audit } = world.ports.store.repositories;
  let accounts = 0;
  const account: SignInWorld['account'] = async (email, changes = {}) => {
    accounts += 1;
    const now = world.clock.now();
    const user: User = {
      id: world.ports.ids.next(),
      email: email as Email,
      username: `account${accounts}`,
      firstName: '',
      lastName: '',
      role: 'viewer',
      isActive: true,
      passwordHash: 'none',
      hasSecondFactor: false,
      grants: [],
      createdAt: now,
      updatedAt: now,
      ...changes,
    };
    await users.insert(user);
    return user;
  };
  if (hasAdmin) await account('admin@example.org', { role: 'admin' });
  const finish = (actor: Actor, state: string, sealed: string): Promise<FinishedSignIn> =>
    cms.identities.finish(actor, {
      parameters: { state, code: 'code' },
      sealed,
      client: '192.0.2.1',
      userAgent: 'A browser',
    });
  return {
    ...world,
    provider,
    mailer,
    account,
    signIn: async (subject, claims) => {
      const { state, sealed } = await cms.identities.begin('/admin');
      provider.proves(state, subject, claims);
      return finish(anonymous, state, sealed);
    },
    link: async (actor, subject, by = actor) => {
      const { state, sealed } = await cms.identities.beginLink(actor, '/admin');
      provider.proves(state, subject);
      return finish(by, state, sealed);
    },
    stored: (email) => users.findByEmail(email as Email),
    actions: async () => {
      const { entries } = await audit.list({}, undefined, 100);
      return entries.map(({ action, id, detail }) => [action, id, detail].join(' ')).toReversed();
    },
  };
};
