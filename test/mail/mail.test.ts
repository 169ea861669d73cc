import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startPruning } from '../../bootstrap/start/housekeeping.ts';
import { anonymous, operator, type MailOutcome, type UserActor } from '../../core/index.ts';
import { day, hour, minute, second } from '../../core/vocabulary.ts';
import {
  coreWorld,
  goodPassword,
  rejectsWith,
  type CoreWorld,
} from '../support/core/core-world.ts';
import { memoryMailer, type MemoryMailer } from '../support/mail/memory-mailer.ts';

const publicUrl = 'https://cms.example.org';

let world: CoreWorld;
let mailer: MemoryMailer;
let admin: UserActor;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  mailer = memoryMailer();
  world = await coreWorld({ ports: { mailer }, publicUrl });
  admin = await world.person('admin');
});
afterEach(() => vi.useRealTimers());

const deliver = () => world.cms.mail.deliver({ aborted: false });
const failures = () => world.cms.mail.listFailures(admin);
const pass = (ms: number): void => {
  vi.setSystemTime(Date.now() + ms);
  world.clock.advance(ms);
};

/** Another user, whose password an administrator has just changed. */
const changed = async (): Promise<UserActor> => {
  const user = await world.person('author');
  await world.cms.users.update(admin, user.userId, { password: 'another good password' });
  return user;
};

const failing = (): MailOutcome => ({ kind: 'failed', reason: 'No connection' });

describe('a notice of a changed password', () => {
  test('goes to the address of the account, after the change', async () => {
    const { user, sessionId } = await world.member('viewer');
    const actor: UserActor = {
      kind: 'user',
      userId: user.id,
      sessionId,
      role: 'viewer',
      grants: [],
    };
    const newPassword = 'another good password';
    const command = { currentPassword: goodPassword, newPassword };
    await world.cms.accounts.changeOwnPassword(actor, command);
    expect(mailer.attempts).toEqual([]);
    await deliver();
    await deliver();
    expect(mailer.attempts).toHaveLength(1);
    const [{ to, subject, text } = expect.fail('no mail')] = mailer.attempts;
    expect([to, subject]).toEqual([user.email, 'Your password was changed']);
    expect(text).toContain(`\n${publicUrl}/admin\n`);
    expect(text).toContain(new Date(world.clock.now()).toISOString());
    expect(text).not.toContain('administrator at');
  });

  test('says that an administrator has changed it', async () => {
    await changed();
    await deliver();
    expect(mailer.attempts[0]?.text).toContain('was changed by an administrator at');
  });

  test('is sent for nothing else', async () => {
    const user = await world.person('author');
    await world.cms.users.update(admin, user.userId, { firstName: 'Ada', role: 'editor' });
    await world.cms.users.create(operator, { email: 'new@example.org', password: goodPassword });
    await world.cms.accounts.logIn({
      email: 'new@example.org',
      password: goodPassword,
      client: 'a',
    });
    await deliver();
    expect(mailer.attempts).toEqual([]);
  });

  test('has no link if the service has no address', async () => {
    world = await coreWorld({ ports: { mailer } });
    admin = await world.person('admin');
    await changed();
    await deliver();
    expect(mailer.attempts[0]?.text).not.toContain('http');
  });

  test('is stored only with the change', async () => {
    await rejectsWith(
      'last_admin',
      world.cms.users.update(admin, admin.userId, {
        password: 'another good password',
        role: 'editor',
      }),
    );
    await deliver();
    expect(mailer.attempts).toEqual([]);
  });
});

test('a mail that waits is stored encrypted', async () => {
  const { userId } = await changed();
  const mail = await world.ports.store.repositories.mails.claim(0);
  const { email } = (await world.ports.store.repositories.users.findById(userId))!;
  expect(mail).toMatchObject({ kind: 'notice', userId });
  for (const text of [email, 'password', publicUrl]) {
    expect(mail?.content).not.toContain(text);
    expect(atob(mail?.content ?? '')).not.toContain(text);
  }
});

describe('a mail that fails for now', () => {
  test('is repeated within two minutes, then less often, and is a failure after an hour', async () => {
    mailer.answer = failing;
    const { userId } = await changed();
    const times: number[] = [];
    const start = Date.now();
    while ((await failures()).length === 0) {
      const before = mailer.attempts.length;
      await deliver();
      if (mailer.attempts.length > before) times.push((Date.now() - start) / minute);
      if (Date.now() - start > 2 * hour) break;
      pass(30 * second);
    }
    expect(times).toEqual([0, 1, 3, 7, 15, 30, 45, 60]);
    expect(await failures()).toEqual([
      { kind: 'notice', userId, at: start + hour, reason: 'No connection' },
    ]);
    expect(new Set(mailer.attempts.map(({ id }) => id)).size).toBe(1);
    pass(hour);
    await deliver();
    expect(mailer.attempts).toHaveLength(times.length);
  });

  test('is a failure after an hour, also if it was begun late', async () => {
    mailer.answer = failing;
    await changed();
    const start = Date.now();
    pass(50 * minute);
    while ((await failures()).length === 0 && Date.now() - start < 2 * hour) {
      await deliver();
      pass(30 * second);
    }
    expect((await failures())[0]?.at).toBe(start + hour);
    expect(mailer.attempts).toHaveLength(5);
  });

  test('is sent once when the mail server is back', async () => {
    mailer.answer = failing;
    await changed();
    await deliver();
    mailer.answer = () => ({ kind: 'sent' });
    pass(2 * minute);
    for (let n = 0; n < 3; n += 1) await deliver();
    expect(mailer.attempts).toHaveLength(2);
    expect(await failures()).toEqual([]);
  });

  test('is tried once more after a long stop of the service', async () => {
    mailer.answer = failing;
    await changed();
    pass(5 * hour);
    await deliver();
    expect(mailer.attempts).toHaveLength(1);
    expect(await failures()).toHaveLength(1);
  });

  test('so does one of a mailer that throws, whose error is not told', async () => {
    mailer.answer = () => {
      throw new Error('secret');
    };
    await changed();
    pass(hour);
    await deliver();
    expect(await failures()).toMatchObject([{ reason: 'The mailer failed' }]);
  });
});

describe('a failure', () => {
  test('follows a refusal for good at once, and has no content', async () => {
    mailer.answer = () => ({ kind: 'refused', reason: 'Unknown recipient' });
    const { userId } = await changed();
    await deliver();
    expect(await failures()).toEqual([
      { kind: 'notice', userId, at: Date.now(), reason: 'Unknown recipient' },
    ]);
    pass(hour);
    await deliver();
    expect(mailer.attempts).toHaveLength(1);
  });

  test('is logged without the address and the text', async () => {
    mailer.answer = () => ({ kind: 'refused', reason: 'Unknown recipient' });
    await changed();
    await deliver();
    const [{ to, text, subject } = expect.fail('no mail')] = mailer.attempts;
    const log = JSON.stringify(world.log);
    expect(log).toContain('A mail was given up');
    for (const each of [to, text, subject]) expect(log).not.toContain(each);
  });

  test('follows if no secret decrypts the mail', async () => {
    await changed();
    const other = world.another({
      ports: {
        encryption: { encrypt: async (text) => text, decrypt: async () => undefined },
      },
    });
    await other.mail.deliver({ aborted: false });
    expect(mailer.attempts).toEqual([]);
    expect((await failures())[0]?.reason).toContain('JWT_SECRET');
  });

  test('is kept for 30 days', async () => {
    mailer.answer = () => ({ kind: 'refused', reason: 'No' });
    await changed();
    await deliver();
    pass(30 * day);
    await world.cms.system.sweepMails();
    expect(await failures()).toHaveLength(1);
    pass(1);
    await world.cms.system.sweepMails();
    expect(await failures()).toEqual([]);
  });
});

describe('several instances', () => {
  test('send a mail once', async () => {
    await changed();
    const others = [world.cms, world.another(), world.another()];
    await Promise.all(others.map(({ mail }) => mail.deliver({ aborted: false })));
    expect(mailer.attempts).toHaveLength(1);
  });

  test('send a mail within two minutes that another one has begun and not ended', async () => {
    const { promise, resolve } = Promise.withResolvers<MailOutcome>();
    mailer.answer = () => promise;
    await changed();
    const lost = deliver();
    await vi.waitUntil(() => mailer.attempts.length === 1);
    const another = world.another();
    await another.mail.deliver({ aborted: false });
    expect(mailer.attempts).toHaveLength(1);
    pass(2 * minute);
    mailer.answer = () => ({ kind: 'sent' });
    await another.mail.deliver({ aborted: false });
    expect(mailer.attempts).toHaveLength(2);
    resolve({ kind: 'sent' });
    await lost;
  });

  test('send at most four mails at the same time each', async () => {
    const { promise, resolve } = Promise.withResolvers<MailOutcome>();
    mailer.answer = () => promise;
    for (let n = 0; n < 6; n += 1) await changed();
    const calls = [deliver(), deliver(), deliver()];
    await vi.waitUntil(() => mailer.attempts.length >= 4);
    await deliver();
    expect(mailer.attempts).toHaveLength(4);
    resolve({ kind: 'sent' });
    await Promise.all(calls);
    expect(mailer.attempts).toHaveLength(6);
  });
});

test('after a stop is asked for, no other mail is begun', async () => {
  await changed();
  await world.cms.mail.deliver({ aborted: true });
  expect(mailer.attempts).toEqual([]);
});

test('mail is for administrators only', async () => {
  const editor = await world.person('editor');
  for (const ask of [world.cms.mail.test, world.cms.mail.listFailures]) {
    await rejectsWith('forbidden', ask(editor));
    await rejectsWith('not_authenticated', ask(anonymous));
  }
  // A command has no address to test with.
  await rejectsWith('not_authenticated', world.cms.mail.test(operator));
  expect(mailer.attempts).toEqual([]);
});

test('a service removes old mails by itself', async () => {
  mailer.answer = () => ({ kind: 'refused', reason: 'No' });
  await changed();
  await deliver();
  pass(31 * day);
  const stop = startPruning(world.cms, world.log);
  await expect.poll(failures).toEqual([]);
  await stop();
});

describe('without mail', () => {
  beforeEach(async () => {
    world = await coreWorld({ publicUrl });
    admin = await world.person('admin');
  });

  test('nothing is stored, and nothing is read', async () => {
    const { mails } = world.ports.store.repositories;
    const insert = vi.spyOn(mails, 'insert');
    const claim = vi.spyOn(mails, 'claim');
    await changed();
    await deliver();
    expect(insert).not.toHaveBeenCalled();
    expect(claim).not.toHaveBeenCalled();
    expect(await mails.claim(0)).toBeUndefined();
  });

  test('there is no test', async () => {
    await rejectsWith('mail_not_configured', world.cms.mail.test(admin));
    expect(await failures()).toEqual([]);
  });
});
