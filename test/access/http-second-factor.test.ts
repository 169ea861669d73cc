import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { day, minute } from '../../core/vocabulary.ts';
import { serveApp, type TestApp } from '../support/http/app.ts';
import { requireOfAll, signIn } from '../support/second-factor/stopped-session.ts';
import { storeFactor } from '../support/second-factor/stored-factor.ts';

describe('a stopped session', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await serveApp();
    await app.signIn('admin');
  });

  afterAll(() => app[Symbol.asyncDispose]());

  const me = async (headers: Readonly<Record<string, string>>) =>
    (await app.request('/auth/me', { headers })).json();

  test('sees when the time is over, sets a second factor up, and goes on', async () => {
    const { bearer, userId } = await signIn(app);
    expect(await me(bearer)).not.toHaveProperty('secondFactorDueAt');
    await requireOfAll(app, 0);
    const user = (await app.ports.store.repositories.users.findById(userId))!;
    expect(await me(bearer)).toMatchObject({ secondFactorDueAt: expect.any(Number) });
    await requireOfAll(app, 3);
    const { secondFactorDueAt } = await me(bearer);
    expect(secondFactorDueAt).toBe(Math.max(user.createdAt, app.clock.now()) + 3 * day);
    await requireOfAll(app, 0);
    expect((await app.request('/api/users', { headers: bearer })).json()).toEqual({
      error: 'Your role needs a second factor',
      details: 'Set one up in your account, or with POST /auth/totp',
      code: 'second_factor_setup_required',
    });
    const post = (path: string, json: object) =>
      app.request(path, { method: 'POST', headers: bearer, json });
    const code = await storeFactor(app.ports, userId, 'pending');
    expect((await post('/auth/totp/confirm', { code })).status).toBe(200);
    expect((await app.request('/api/users', { headers: bearer })).status).toBe(200);
    expect(await me(bearer)).not.toHaveProperty('secondFactorDueAt');
  });

  test('gets no stored response again, until it has a second factor', async () => {
    await app.cms.settings.update(operator, { requireSecondFactor: [] });
    const { bearer, userId } = await signIn(app);
    const [collection] = await app.cms.collections.list(operator);
    const json = { collectionId: collection?.id, title: 'Once' };
    const headers = { ...bearer, 'Idempotency-Key': 'a-key' };
    const create = async () => app.request('/api/content', { method: 'POST', headers, json });
    expect((await create()).status).toBe(201);
    await requireOfAll(app, 0);
    expect((await create()).json()).toMatchObject({ code: 'second_factor_setup_required' });
    await storeFactor(app.ports, userId, 'set');
    const again = await create();
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
  });

  test('gets no cached answer: neither after a change, nor when the time is over', async () => {
    const { cms, clock } = app;
    await cms.plugins.configure(operator, 'cache', { active: true });
    await requireOfAll(app, 1);
    clock.advance(day - minute);
    const { userId, bearer } = await signIn(app);
    const { users } = app.ports.store.repositories;
    await users.update({ ...(await users.findById(userId))!, createdAt: 1 });
    const read = async () => {
      const { status, headers } = await app.request('/api/content', { headers: bearer });
      return [status, headers.get('x-cache-status')];
    };
    expect((await read())[0]).toBe(200);
    expect(await read()).toEqual([200, 'HIT']);
    clock.advance(minute - 1);
    expect(await read()).toEqual([200, 'HIT']);
    clock.advance(1);
    expect(await read()).toEqual([403, null]);
    await requireOfAll(app, 2);
    expect((await read())[0]).toBe(200);
    expect(await read()).toEqual([200, 'HIT']);
    await requireOfAll(app, 0);
    expect(await read()).toEqual([403, null]);
  });

  test('is rejected before its body is read', async () => {
    await requireOfAll(app, 0);
    const { bearer } = await signIn(app);
    const headers = { ...bearer, 'Content-Type': 'application/json' };
    const request = { method: 'POST', headers, body: '{ "this": is no JSON' };
    const answer = await app.request('/api/content', request);
    expect(answer.json()).toMatchObject({ code: 'second_factor_setup_required' });
  });

  test('keeps the health of the process, whatever fails', async () => {
    await requireOfAll(app, 0);
    const { bearer } = await signIn(app);
    expect((await app.request('/api/health', { headers: bearer })).status).toBe(200);
    const invalid = { Authorization: 'Bearer a.b.c' };
    for (const path of ['/api', '/api/', '/api/health', '/api/system/health']) {
      expect([path, (await app.request(path, { headers: invalid })).status]).toEqual([path, 200]);
    }
  });
});
