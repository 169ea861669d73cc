import { afterAll, beforeAll, expect, test } from 'vitest';
import { settingDefaults, settingRows } from '../../core/vocabulary.ts';
import { serveApp, type SignedIn, type TestApp } from '../support/http/app.ts';

let app: TestApp;
let admin: SignedIn;

beforeAll(async () => {
  app = await serveApp();
  admin = await app.signIn('admin');
});

afterAll(() => app[Symbol.asyncDispose]());

const put = (json: unknown) =>
  app.request('/api/settings', { method: 'PUT', headers: admin.bearer, json });

test('settings are returned in the order of their table, without those of plugins', async () => {
  const changed = await put({ siteName: ' Tides ', plugins: {}, planted: false });
  const { data } = changed.json();
  expect(data).toEqual({ ...settingDefaults, siteName: 'Tides' });
  expect(Object.keys(data)).toEqual(settingRows.map(([name]) => name));
  const read = await app.request('/api/settings', { headers: admin.bearer });
  expect(read.text).toBe(changed.text);
});

test.each([
  [{ siteName: 1 }, 'siteName', 'must be text'],
  [{ siteName: '' }, 'siteName', 'must be 1 to 200 characters'],
  [{ registrationEnabled: 'yes' }, 'registrationEnabled', 'must be true or false'],
  [{ publicContent: 'none' }, 'publicContent', 'must be one of all, published'],
  [{ timeZone: 'Mars' }, 'timeZone', /^must be the name of a time zone/],
  [{ historyMaxPerItem: -1 }, 'historyMaxPerItem', 'must be at least 0'],
  [{ historyMaxDays: 1.5 }, 'historyMaxDays', 'must be a whole number'],
  [{ trashDays: -1 }, 'trashDays', 'must be a whole number from 0 to 3650'],
  [{ trashDays: 3_651 }, 'trashDays', 'must be a whole number from 0 to 3650'],
  [{ changesDays: 0 }, 'changesDays', 'must be at least 1'],
  [{ changesDays: 3_651 }, 'changesDays', 'must be a whole number from 1 to 3650'],
  [{ searchLanguage: 'klingon' }, 'searchLanguage', /^must be one of: /],
])('%j is rejected', async (body, path, message) => {
  const { status, json } = await put(body);
  expect([status, json().code]).toEqual([400, 'invalid_input']);
  expect(json().issues).toEqual([{ path, message: expect.stringMatching(message) }]);
});
