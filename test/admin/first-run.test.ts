import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { saved } from '../support/admin/admin-content.ts';
import { inspect, withAdmin } from '../support/admin/admin-world.ts';

withAdmin(({ openSignedOut, cms, open, signIn }) => {
  test('an empty service: the first account, the first published item, the command that reads it', async () => {
    const page = await openSignedOut('/');
    await page.getByRole('heading', { name: 'Create the first account' }).waitFor();
    const password = page.getByLabel('Password');
    await page.getByLabel('First name (optional)').fill('Ada');
    await page.getByLabel('Last name (optional)').fill('Byron');
    await page.getByLabel('Email address').pressSequentially('ada@straße.example');
    await password.fill('secret');
    await page.getByText('2 more characters.').waitFor();
    await inspect(page, 'first-account');
    await password.fill('correct horse battery');
    await page.getByText('Long enough').waitFor();
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await page.getByText('First steps').waitFor();
    const [first] = await cms().users.list(operator, {});
    expect(first?.user.email).toBe('ada@xn--strae-oqa.example');
    expect([first?.user.firstName, first?.user.lastName]).toEqual(['Ada', 'Byron']);
    await page.goto('/admin/content/new?collection=blog-posts');
    await page.getByLabel('Title (required)').fill('Hello');
    await page.getByRole('textbox', { name: 'Content' }).fill('World');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Published.', { exact: true }).waitFor();
    await page.goto('/admin');
    await page.getByText('Ada Byron, just now').waitFor();
    const command = await page.getByText(/^curl /).textContent();
    const [address = ''] = /https?:\S+/.exec(command ?? '') ?? [];
    const answer = await fetch(address.replaceAll(/['"]/g, ''));
    expect(await answer.text()).toContain('World');
  });

  test('by keyboard alone: find an item, change it, publish it, go elsewhere', async () => {
    const { id } = await cms().collections.get(operator, 'blog-posts');
    const item = await cms().content.create(operator, {
      collectionId: id,
      title: 'Tidal pools',
      data: {},
    });
    const page = await open('/admin');
    const { keyboard } = page;
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await keyboard.press('Tab');
    await keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await inspect(page, 'shortcuts');
    await keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Screen, collection or item' }).waitFor();
    await keyboard.type('tidal');
    await page.getByRole('option', { name: /Tidal pools/ }).waitFor();
    await inspect(page, 'palette');
    await keyboard.press('Enter');
    const title = page.getByLabel('Title (required)');
    await title.waitFor();
    const focused = () => page.evaluate('document.activeElement.id');
    for (let steps = 0; steps < 30 && (await focused()) !== 'item-title'; steps += 1) {
      await keyboard.press('Tab');
    }
    expect(await focused()).toBe('item-title');
    await keyboard.press('End');
    await keyboard.type(' in winter');
    await keyboard.press('Control+Enter');
    await page.getByText('Published.', { exact: true }).waitFor();
    const {
      value: { item: stored },
    } = await cms().content.readItem(operator, { of: { id: item.id }, client: 'a test' });
    expect([stored.title, stored.status]).toEqual(['Tidal pools in winter', 'published']);
    await keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Screen, collection or item' }).waitFor();
    await keyboard.type('media');
    await keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Media' }).waitFor();
  });

  test('leaving unsaved work asks; staying keeps it; the back button asks too', async () => {
    const page = await open('/admin/content/new');
    await page.getByRole('button', { name: 'Blog posts' }).click();
    const title = page.getByLabel('Title (required)');
    await title.fill('Unsaved');
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await page.getByRole('link', { name: 'Media' }).click();
    await dialog.getByRole('button', { name: 'Stay' }).click();
    expect(await title.inputValue()).toBe('Unsaved');
    await page.goBack();
    await dialog.getByRole('button', { name: 'Stay' }).click();
    expect(await title.inputValue()).toBe('Unsaved');
    await page.getByRole('link', { name: 'Media' }).click();
    // The back button, as soon as the next screen is there.
    await page.evaluate(() => {
      const observer = new MutationObserver(() => {
        if (document.querySelector('h1')?.textContent !== 'Media') return;
        observer.disconnect();
        history.back();
      });
      observer.observe(document, { childList: true, subtree: true, characterData: true });
    });
    await dialog.getByRole('button', { name: 'Leave' }).click();
    await page.getByText('were restored').waitFor();
  });

  test('a lost connection is announced, and the save goes on once it is back', async () => {
    const page = await open('/admin/content/new?collection=blog-posts');
    await page.getByLabel('Title (required)').fill('Offline');
    await page.context().setOffline(true);
    await page.keyboard.press('Control+s');
    await page.getByText('Unsaved work stays in this browser').waitFor();
    await inspect(page, 'offline');
    await page.context().setOffline(false);
    await saved(page);
  });

  test('every user sees that drafts are public; a role sees only its own screens', async () => {
    const page = await open('/admin/api-tokens', 'viewer');
    await page.getByText('Drafts are public: anyone can read unpublished content.').waitFor();
    await page.getByText('Your role does not include this').waitFor();
    await inspect(page, 'forbidden');
    expect(await page.getByRole('link', { name: /API tokens|Users|Settings/ }).count()).toBe(0);
    await cms().settings.update(operator, { publicContent: 'published' });
    await signIn(page.context(), 'viewer');
    await page.goto('/admin');
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    expect(await page.getByText('Drafts are public').count()).toBe(0);
  });
});
