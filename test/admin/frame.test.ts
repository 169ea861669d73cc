import { describe, expect, test } from 'vitest';
import { writeItems } from '../support/admin/admin-content.ts';
import { inspect, withAdmin } from '../support/admin/admin-world.ts';
import { atOnce, closure, late, scripts, sizeOf } from '../support/admin/built-scripts.ts';

describe('the scripts', () => {
  test('of any screen but the editor are at most 200 KB, compressed with gzip', () => {
    const entry = scripts.find((name) => name.startsWith('index-')) ?? '';
    const frame = closure([entry], atOnce);
    const screens = late(entry).filter((name) => !name.startsWith('editor-'));
    expect(screens.length).toBeGreaterThan(12);
    const [catalogue = ''] = scripts.filter((name) => name.startsWith('texts-'));
    const languages = late(catalogue).map((name) => sizeOf([name]));
    expect(languages).toHaveLength(2);
    for (const screen of screens) {
      const all = closure([...frame, screen], (name) =>
        name === entry || name === catalogue ? [] : [...atOnce(name), ...late(name)],
      );
      // A browser loads one language, and the parts of the editor of texts when somebody writes one.
      const first = [...all].filter(
        (name) => !/^(?:html-to-markdown|render-markdown|sanitize)-/.test(name),
      );
      const size = sizeOf(first) + Math.max(...languages);
      expect(size, screen).toBeLessThan(200_000);
      expect(size, screen).toBeGreaterThan(30_000);
    }
  });

  test.each(['markdown', 'html'])('that the editor of %s adds are at most 150 KB', (kind) => {
    const named = (start: string) => scripts.filter((name) => name.startsWith(start));
    const screen = closure(['index-', 'editor-'].flatMap(named), atOnce);
    const starts = ['formatted-text-', `formatted-${kind}-`].flatMap(named);
    expect(starts).toHaveLength(2);
    const syntax = named(`${kind}-syntax-`);
    const editor = closure([...starts, ...syntax], atOnce);
    const size = sizeOf([...editor].filter((name) => !screen.has(name)));
    expect(size).toBeLessThan(150_000);
    expect(size).toBeGreaterThan(30_000);
    // Who writes Markdown only does not load the parser of HTML.
    const other = kind === 'html' ? 'formatted-markdown-' : 'formatted-html-';
    expect([...editor].filter((name) => name.startsWith(other))).toEqual([]);
  });
});

withAdmin(({ open, cms }) => {
  describe('an unknown address', () => {
    test('explains itself', async () => {
      const page = await open('/admin/nothing');
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      await inspect(page, 'not-found');
      for (const [thing, path, list] of [
        ['item', `content/${crypto.randomUUID()}`, 'Content'],
        ['user', `users/${crypto.randomUUID()}`, 'Users'],
        ['collection', 'collections/nothing', 'Collections'],
      ] as const) {
        await page.goto(`/admin/${path}`);
        await page.getByText(`This ${thing} does not exist, or it was deleted.`).waitFor();
        expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
        await page.getByRole('link', { name: `Back to ${list}` }).waitFor();
      }
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('combobox', { name: 'Screen, collection or item' }).waitFor();
      await page.goto('/admin/nothing');
      await page.getByRole('link', { name: 'Go to the dashboard' }).click();
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/admin');
    });
  });

  test('a failed screen offers to try again only if that can help', async () => {
    const page = await open('/admin/profile');
    let status = 503;
    await page.route('**/api/content/summaries?*', (route) =>
      route.fulfill({ status, json: { error: 'Some reason', code: 'some_code' } }),
    );
    await page.goto('/admin/content');
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    status = 429;
    const answered = page.waitForResponse('**/api/content/summaries?*');
    await retry.click();
    await answered;
    await retry.waitFor();
    status = 400;
    await retry.click();
    await retry.waitFor({ state: 'detached' });
    await page.getByText('Some reason').waitFor();
  });

  describe('the frame', () => {
    test('switches the colour scheme, and keeps the choice', async () => {
      const page = await open('/admin/profile');
      const paper = 'getComputedStyle(document.documentElement).backgroundColor';
      const [light, dark] = ['rgb(246, 247, 249)', 'rgb(20, 22, 26)'];
      const choose = async (name: string): Promise<void> => {
        const menu = page.getByRole('navigation', { name: 'You' });
        if (!(await menu.isVisible()))
          await page.getByRole('button', { name: 'admin', exact: true }).click();
        await menu.getByRole('button', { name }).click();
      };
      expect(await page.evaluate(paper)).toBe(light);
      await choose('Dark');
      expect(await page.evaluate(paper)).toBe(dark);
      await page.reload();
      await page.getByRole('button', { name: 'admin', exact: true }).waitFor();
      expect(await page.evaluate(paper)).toBe(dark);
      await choose('System colours');
      expect(await page.evaluate(paper)).toBe(light);
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await page.evaluate(paper)).toBe(dark);
    });

    test('shows a spinner only after 150 milliseconds', async () => {
      await writeItems(cms(), ['Tides']);
      const page = await open('/admin/profile');
      const held = Promise.withResolvers<void>();
      await page.route('**/api/content/summaries?*', async (route) => {
        await held.promise;
        await route.continue();
      });
      // Timers of 150 ms wait until the test lets them run.
      await page.evaluate(`{
        const start = globalThis.setTimeout;
        globalThis.waiting = [];
        globalThis.setTimeout = (run, ms, ...rest) =>
          ms === 150 ? -globalThis.waiting.push(run) : start(run, ms, ...rest);
      }`);
      const asked = page.waitForRequest('**/api/content/summaries?*');
      await page.getByRole('link', { name: 'Content', exact: true }).click();
      await asked;
      await page.locator('main[aria-busy=true] .loading').waitFor({ state: 'attached' });
      expect(await page.getByText('Loading').count()).toBe(0);
      await page.evaluate('globalThis.waiting.forEach((run) => run())');
      await page.getByText('Loading content …').waitFor();
      held.resolve();
      await page.getByRole('link', { name: 'Tides' }).waitFor();
      expect(await page.getByText('Loading').count()).toBe(0);
    });

    test('the palette creates items, and Escape closes only what is on top', async () => {
      const page = await open('/admin/media');
      await page.getByRole('heading', { level: 1, name: 'Media' }).waitFor();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('new pages');
      await page.getByRole('option', { name: /New item in Pages/ }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL('**/admin/content/new/*?collection=pages');
      await page.getByLabel('Title (required)').fill('Unsaved');
      await page.keyboard.press('Control+k');
      await page.keyboard.type('users');
      await page.keyboard.press('Enter');
      const question = page.getByRole('dialog', { name: 'Leave without saving?' });
      await question.waitFor();
      await page.keyboard.press('Escape');
      await question.waitFor({ state: 'detached' });
      expect(await page.getByLabel('Title (required)').inputValue()).toBe('Unsaved');
    });
  });
});
