import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hour, minute, second } from '../../core/vocabulary.ts';
import { linkWorld, publicUrl, type LinkWorld } from '../support/accounts/link-world.ts';
import { rejectsWith } from '../support/core/core-world.ts';

let world: LinkWorld;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  world = await linkWorld();
});
afterEach(() => vi.useRealTimers());

describe('a request for a new password', () => {
  test('sends a link to the address of the account, after the answer', async () => {
    const user = await world.author();
    await world.ask(` ${user.email.toUpperCase()} `);
    expect(world.mailer.attempts).toEqual([]);
    await world.deliver();
    const [{ to, subject, text } = expect.fail('no mail')] = world.mailer.attempts;
    expect([world.mailer.attempts.length, to, subject]).toEqual([
      1,
      user.email,
      'Set a new password',
    ]);
    expect(text).toMatch(new RegExp(`\\n${publicUrl}/auth/reset#[A-Za-z0-9]{32,}\\n`));
    const end = new Date(world.clock.now() + 30 * minute).toISOString().slice(0, 16);
    expect(text).toContain(end.replace('T', ' '));
    await world.deliver();
    expect(world.mailer.attempts).toHaveLength(1);
  });

  test('takes the same steps whether there is an account, and what it is like', async () => {
    const { users } = world.ports.store.repositories;
    const [known, inactive, withoutPassword] = [
      await world.author(),
      await world.author(),
      await world.author(),
    ];
    await world.cms.users.update(world.admin, inactive.userId, { isActive: false });
    const stored = (await users.findById(withoutPassword.userId))!;
    await users.update({ ...stored, passwordHash: undefined });
    const { repositories } = world.ports.store;
    const stepsOf = async (email: string): Promise<readonly string[]> => {
      const steps: string[] = [];
      const traced = <T extends object>(name: string, port: T): T =>
        new Proxy(port, {
          get: (target, member) => {
            const found: unknown = Reflect.get(target, member, target);
            if (typeof found !== 'function') return found;
            return (...values: readonly unknown[]) => {
              steps.push(`${name}.${String(member)}`);
              return found.apply(target, values);
            };
          },
        });
      const store = Object.create(traced('store', world.ports.store), {
        repositories: {
          value: Object.fromEntries(
            Object.entries(repositories).map(([name, each]) => [name, traced(name, each)]),
          ),
        },
      }) as typeof world.ports.store;
      const { digest, secrets, encryption, limiter, passwords } = world.ports;
      const ports = Object.fromEntries(
        Object.entries({ digest, secrets, encryption, limiter, passwords }).map(([name, port]) => [
          name,
          traced<object>(name, port),
        ]),
      );
      const cms = world.another({ ports: { ...ports, mailer: world.mailer, store }, publicUrl });
      steps.splice(0);
      await cms.accounts.requestReset({ email, client: world.newClient() });
      return steps;
    };
    const expected = ['limiter.attempt', 'encryption.encrypt', 'mails.insert'];
    for (const { email } of [known, inactive, withoutPassword, { email: 'nobody@example.org' }]) {
      expect(await stepsOf(email)).toEqual(expected);
    }
  });

  test('is stored encrypted, and says in no audit who was looked for', async () => {
    await world.ask('nobody@example.org');
    const mail = await world.ports.store.repositories.mails.claim(0);
    expect(mail).toMatchObject({ kind: 'reset', userId: undefined });
    expect(mail?.content).not.toContain('nobody');
    await world.deliver();
    const { entries } = await world.cms.audit.list(world.admin, {});
    expect(JSON.stringify(entries)).not.toMatch(/nobody|reset/);
  });

  test('sends nothing to an unknown address, a deactivated account, or what is no address', async () => {
    const { userId, email } = await world.author();
    await world.cms.users.update(world.admin, userId, { isActive: false });
    world.mailer.attempts.splice(0);
    for (const each of [email, 'nobody@example.org', 'no address', '']) await world.ask(each);
    await world.deliver();
    expect(world.mailer.attempts).toEqual([]);
    expect(await world.ports.store.repositories.mails.claim(0)).toBeUndefined();
  });

  test('sends nothing if the account was deactivated after it', async () => {
    const { userId, email } = await world.author();
    await world.ask(email);
    await world.cms.users.update(world.admin, userId, { isActive: false });
    await world.deliver();
    expect(world.mailer.attempts).toEqual([]);
  });

  test('tells an account without a password so, without a link', async () => {
    const { users, accountLinks } = world.ports.store.repositories;
    const { userId, email } = await world.author();
    await users.update({ ...(await users.findById(userId))!, passwordHash: undefined });
    const store = vi.spyOn(accountLinks, 'store');
    await world.ask(email);
    await world.deliver();
    const [{ to, text } = expect.fail('no mail')] = world.mailer.attempts;
    expect(to).toBe(email);
    expect(text).toContain('has no password');
    expect(text).not.toMatch(/#|http/);
    expect(store).not.toHaveBeenCalled();
  });

  test('sends three mails an hour to an account, silently', async () => {
    const { email } = await world.author();
    const other = await world.author();
    for (let n = 0; n < 5; n += 1) await world.ask(email);
    await world.ask(other.email);
    await world.deliver();
    expect(world.mailer.attempts.filter(({ to }) => to === email)).toHaveLength(3);
    expect(world.mailer.attempts).toHaveLength(4);
    world.pass(hour + second);
    await world.ask(email);
    await world.deliver();
    expect(world.mailer.attempts).toHaveLength(5);
  });

  test('counts for its client before the address is read, five times a minute', async () => {
    const { email } = await world.author();
    const start = () => world.cms.accounts.startResetRequest('192.0.2.1');
    for (let n = 0; n < 5; n += 1) await start();
    await rejectsWith('rate_limited', start());
    await rejectsWith('rate_limited', world.ask(email, '192.0.2.1'));
    await world.ask(email, '192.0.2.2');
    world.pass(minute);
    await world.ask(email, '192.0.2.1');
  });

  test('is rejected for every address without mail', async () => {
    const { email } = await world.author();
    const silent = world.another({ ports: { mailer: undefined } });
    for (const each of [email, 'nobody@example.org', 'no address']) {
      const asked = silent.accounts.requestReset({ email: each, client: world.newClient() });
      await rejectsWith('mail_not_configured', asked);
    }
    expect(await world.ports.store.repositories.mails.claim(0)).toBeUndefined();
  });

  test('leaves an entry in the audit when the mail is written, without a secret', async () => {
    const { userId, email } = await world.author();
    await world.ask(email, '192.0.2.7');
    await world.deliver();
    const { entries } = await world.cms.audit.list(world.admin, { action: 'user.request_reset' });
    expect(entries).toMatchObject([
      { id: userId, by: { kind: 'anonymous', address: '192.0.2.7' } },
    ]);
  });
});
