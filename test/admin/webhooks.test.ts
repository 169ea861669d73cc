import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { hour } from '../../core/vocabulary.ts';
import { inspect, withAdmin } from '../support/admin/admin-world.ts';
import { receiverEnv, startReceiver, type Receiver } from '../support/webhooks/receiver.ts';

const script = '<img src=x onerror=alert(1)>';

withAdmin(({ open, cms }) => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver[Symbol.asyncDispose]());

  describe('the webhooks', () => {
    test('a new webhook shows its secret once, and its deliveries with request and response', async () => {
      receiver.respond = () => 204;
      const page = await open('/admin/users');
      await page.getByRole('link', { name: 'Webhooks' }).click();
      await page.getByRole('main').getByRole('button', { name: 'New webhook' }).first().click();
      await page.getByRole('button', { name: 'Create webhook' }).click();
      await page.getByText('Enter a name').waitFor();
      await page.getByLabel('Name').fill(`Search ${script}`);
      await page.getByLabel('URL').fill(receiver.url);
      await page.getByLabel('Blog posts').check();
      await page.getByLabel('Archived').uncheck();
      await page.getByText('11 of 12 events.').waitFor();
      await inspect(page, 'webhooks-new');
      await page.getByRole('button', { name: 'Create webhook' }).click();

      const dialog = page.getByRole('dialog', { name: `The secret of Search ${script}` });
      const secret = await dialog.getByLabel('Secret of the webhook').innerText();
      expect(secret).toMatch(/^whsec_/);
      await page.keyboard.press('Escape');
      await inspect(page, 'webhooks-secret');
      await dialog.getByRole('button', { name: 'I have stored it' }).click();
      await dialog.waitFor({ state: 'hidden' });
      expect(await page.content()).not.toContain(secret);

      await page
        .getByRole('row', { name: /Search/ })
        .getByText('11 events in Blog posts')
        .waitFor();
      await page.getByRole('link', { name: `Search ${script}` }).click();
      await page.getByText('Nothing was sent in the last 30 days.').waitFor();
      await page.getByRole('button', { name: 'Send a test' }).click();
      await page.getByText('The receiver answered with status 204.').waitFor();
      const [test] = receiver.received.splice(0);
      expect(test?.event.type).toBe('webhook.test');

      receiver.respond = () => 500;
      await page.getByRole('button', { name: 'webhook.test' }).click();
      const delivery = page.getByRole('dialog', { name: 'webhook.test' });
      await delivery.getByText('"type": "webhook.test"').waitFor();
      await delivery.getByRole('button', { name: 'Send again' }).click();
      await delivery.getByText('The receiver answered with status 500').waitFor();
      expect(receiver.received[0]?.headers['webhook-id']).toBe(test?.headers['webhook-id']);
      await inspect(page, 'webhooks-delivery');
      await delivery.getByRole('button', { name: 'Close' }).first().click();
      await inspect(page, 'webhook');
    });

    test('a webhook is changed, rotated, switched and deleted', async () => {
      const { webhook } = await cms().webhooks.create(operator, {
        name: 'Site',
        url: 'https://builds.example.com/a/long/path/with-a-secret-part/0123456789abcdef0123456789',
      });
      const read = async () => (await cms().webhooks.get(operator, webhook.id)).webhook;
      const page = await open(`/admin/webhooks/${webhook.id}`);
      const choose = async (name: string) => {
        await page.getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('button', { name, exact: true }).click();
      };
      await choose('Rotate the secret');
      await page.getByRole('dialog').getByRole('button', { name: 'Rotate the secret' }).click();
      await page.getByText('also signed with the previous secret').waitFor();
      await page.getByRole('button', { name: 'I have stored it' }).click();

      await choose('Switch off');
      await page.getByText('Off', { exact: true }).waitFor();
      expect((await read()).isActive).toBe(false);

      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel('Builds').check();
      await page.getByLabel('Seconds between two builds').fill('5');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Enter a whole number from 10 to 3600.').waitFor();
      await page.getByLabel('Seconds between two builds').fill('90');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('At most one in 90 seconds').waitFor();
      expect(await read()).toMatchObject({ kind: 'deploy', debounceSeconds: 90 });

      await choose('Delete');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
      expect(await cms().webhooks.list(operator)).toEqual([]);
    });

    test('the list shows what is wrong', async () => {
      const { webhooks } = cms();
      const url = 'https://builds.example.com/hook';
      await webhooks.create(operator, { name: 'Site', url, kind: 'deploy' });
      await webhooks.create(operator, { name: 'Archive', url, active: false });
      await webhooks.create(operator, { name: 'Search', url, collections: ['pages'] });
      const page = await open('/admin/webhooks');
      // As the service shows it after three days of failures.
      await page.route('**/api/webhooks', async (route) => {
        const response = await route.fetch();
        const body = (await response.json()) as { readonly data: Record<string, unknown>[] };
        const [failing, , off] = body.data;
        Object.assign(failing!, { failingSince: Date.now() - hour });
        Object.assign(off!, { active: false, switchedOffAt: Date.now() - hour });
        await route.fulfill({ response, json: body });
      });
      await page.reload();
      await page.getByRole('row', { name: 'Search' }).getByText('Failing').waitFor();
      await page.getByRole('row', { name: 'Archive' }).getByText('Off', { exact: true }).waitFor();
      await page.getByRole('row', { name: 'Site' }).getByText('Switched off: failing').waitFor();
      await inspect(page, 'webhooks');
    });
  });
}, receiverEnv);
