import { operator } from '../../../core/index.ts';
import { roles } from '../../../core/vocabulary.ts';
import { testPassword, type TestApp } from '../http/app.ts';

let accounts = 0;

/** A new administrator's session. */
export const signIn = async ({ cms, ports }: TestApp, method: 'password' | 'oidc' = 'password') => {
  accounts += 1;
  const email = `person${accounts}@example.com`;
  const { user } = await cms.users.create(operator, {
    email,
    password: testPassword,
    role: 'admin',
  });
  const login = { email, password: testPassword, client: email };
  const { token, sessionId } = await cms.accounts.logIn(login);
  const { sessions, users } = ports.store.repositories;
  if (method === 'oidc') {
    const [stored] = await sessions.listByUser(user.id);
    await sessions.delete(sessionId);
    await sessions.insert({ ...stored!, method }, (await users.findById(user.id))!.passwordHash);
  }
  return { userId: user.id, sessionId, token, bearer: { Authorization: `Bearer ${token}` } };
};

/** Every role needs a second factor. */
export const requireOfAll = (app: TestApp, secondFactorGraceDays: number) =>
  app.cms.settings.update(operator, { requireSecondFactor: roles, secondFactorGraceDays });
