import { vi } from 'vitest';
import type { UserActor } from '../../../core/index.ts';
import type { LoggedIn } from '../../../core/vocabulary.ts';
import { coreWorld, goodPassword, type CoreWorld } from '../core/core-world.ts';
import type { MemoryCmsOptions } from '../core/memory-cms.ts';
import { linkIn, secretOf } from '../mail/link-in.ts';
import { memoryMailer, type MemoryMailer } from '../mail/memory-mailer.ts';

export const publicUrl = 'https://cms.example.org';

export const newPassword = 'another good password';

export interface Member extends UserActor {
  readonly email: string;
  readonly token: string;
}

/** The core with mail, and with helpers for links. Fake the timers of `Date` before. */
export interface LinkWorld extends CoreWorld {
  readonly mailer: MemoryMailer;
  readonly admin: UserActor;
  /** Sends the mails that wait. */
  readonly deliver: () => Promise<void>;
  /** Lets time pass for the service and for its store. */
  readonly pass: (ms: number) => void;
  /** The address of a client that has sent nothing before. */
  readonly newClient: () => string;
  /** An author with `goodPassword` and a session. */
  readonly author: () => Promise<Member>;
  readonly logIn: (email: string, password?: string) => Promise<LoggedIn>;
  readonly ask: (email: string, client?: string) => Promise<void>;
  /** Asks for a link by mail. @returns its secret. */
  readonly mailed: (email: string) => Promise<string>;
  /** @returns the secret of a link that the administrator made. */
  readonly handed: (userId: string) => Promise<string>;
  readonly reset: (token: string, password?: string) => Promise<void>;
}

export const linkWorld = async ({
  ports,
  ...options
}: MemoryCmsOptions = {}): Promise<LinkWorld> => {
  const mailer = memoryMailer();
  const world = await coreWorld({ ports: { mailer, ...ports }, publicUrl, ...options });
  const { cms, clock } = world;
  const admin = await world.person('admin');
  let clients = 0;
  const newClient = (): string => `client ${(clients += 1)}`;
  const deliver = () => cms.mail.deliver({ aborted: false });
  const ask: LinkWorld['ask'] = (email, client = newClient()) =>
    cms.accounts.requestReset({ email, client });
  return {
    ...world,
    mailer,
    admin,
    deliver,
    newClient,
    ask,
    pass: (ms) => {
      vi.setSystemTime(Date.now() + ms);
      clock.advance(ms);
    },
    author: async () => {
      const { user, sessionId, token } = await world.member('author');
      const { id: userId, email } = user;
      return { kind: 'user', userId, sessionId, role: 'author', grants: [], email, token };
    },
    logIn: (email, password = goodPassword) =>
      cms.accounts.logIn({ email, password, client: newClient() }),
    mailed: async (email) => {
      await deliver();
      mailer.attempts.splice(0);
      await ask(email);
      await deliver();
      return secretOf(linkIn(mailer.attempts[0] ?? { text: 'no mail' }));
    },
    handed: async (userId) => secretOf((await cms.users.createResetLink(admin, userId)).url),
    reset: (token, password = newPassword) =>
      cms.accounts.resetPassword({ token, password, client: '192.0.2.9' }),
  };
};
