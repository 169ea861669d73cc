import { describe, expect, test } from 'vitest';
import { operator, type Ports } from '../../core/index.ts';
import { memoryCms } from '../support/memory-cms.ts';

const newcomer = { email: 'ada@example.com', password: 'correct horse battery' };

describe('what a newcomer would become', () => {
  test('is admin while there is no account, as for whoever registers then', async () => {
    const { cms } = await memoryCms();
    expect(await cms.accounts.newcomerRole()).toBe('admin');
    const { user } = await cms.accounts.register({ ...newcomer, client: 'test' });
    expect(user.role).toBe('admin');
  });

  test('is nothing once there is one, and viewer while registration is on', async () => {
    const { cms } = await memoryCms();
    await cms.users.create(operator, newcomer);
    expect(await cms.accounts.newcomerRole()).toBeUndefined();
    await cms.settings.update(operator, { registrationEnabled: true });
    expect(await cms.accounts.newcomerRole()).toBe('viewer');
  });

  test('is not made up when the settings cannot be read', async () => {
    const settings = {
      load: () => Promise.reject(new Error('away')),
    } as unknown as Ports['settings'];
    const { cms } = await memoryCms({ ports: { settings } });
    await expect(cms.accounts.newcomerRole()).rejects.toThrow('away');
  });
});
