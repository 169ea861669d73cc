import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Frame, Locator, Page } from 'playwright-core';
import { operator } from '../../../core/index.ts';
import type { ContentItem } from '../../../core/vocabulary.ts';
import { codeBlocks, readPage } from '../../architecture/doc-examples.ts';
import { createLanding, rowsOf } from '../../support/admin/admin-blocks.ts';
import { publishedArticle } from '../../support/admin/admin-copies.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';
import { servePreviewSite, type PreviewSite } from '../../support/admin/preview-site.ts';
import { act } from '../../support/admin/editor-page.ts';
import { freePort } from '../../support/service/server-process.ts';

const [port, otherPort] = [await freePort(), await freePort()];

/** A page that keeps what it hears, and says that it can. */
const listening = `<h1>Site</h1><script>
  heard = [];
  addEventListener('message', ({ data, origin }) => heard.push({ ...data, origin }));
  parent.postMessage({ quoin: 1, type: 'ready' }, '*');
</script>`;

interface Heard {
  readonly type: string;
  readonly id?: string;
  readonly version?: string;
}

const heardBy = (frame: Frame): Promise<readonly Heard[]> => frame.evaluate('heard');

/** Sends messages from inside the frame, and waits until the admin has handled them. */
const sayFrom = async (frame: Frame, ...messages: readonly unknown[]): Promise<void> => {
  const before = await heardBy(frame);
  await frame.evaluate((all) => {
    for (const each of [...all, { quoin: 1, type: 'ready' }]) parent.postMessage(each, '*');
  }, messages);
  await frame.waitForFunction(`heard.length > ${before.length}`);
};

const titleOf = (page: Page): Locator => page.getByLabel('Title (required)');

const focusedId = (page: Page): Promise<string> => page.evaluate('document.activeElement.id');

withAdmin(
  ({ open, cms, url, tolerate, closeProfile }) => {
    let site: PreviewSite;
    let other: PreviewSite;
    beforeAll(async () => {
      site = await servePreviewSite(port);
      other = await servePreviewSite(otherPort);
    });
    afterAll(async () => {
      await site[Symbol.asyncDispose]();
      await other[Symbol.asyncDispose]();
    });

    const setUrl = (name: string, previewUrl: string) =>
      cms().collections.update(operator, name, { previewUrl });

    const draft = async (fields: Record<string, unknown> = {}): Promise<ContentItem> => {
      await setUrl('blog-posts', `${site.origin}/preview/{slug}?id={id}&token={token}`);
      const data = { content: 'Low water' } as never;
      return cms().content.create(operator, {
        collection: 'blog-posts',
        title: 'Tides',
        data,
        ...fields,
      });
    };

    /** The frame, once its page has loaded. */
    const frameOf = async (page: Page): Promise<Frame> => {
      const element = await page.getByTitle('Page of the item').elementHandle();
      const frame = await element?.contentFrame();
      if (!frame) throw new Error('There is no frame');
      await frame.waitForURL(/^http/);
      return frame;
    };

    const openPreview = async (path: string) => {
      const page = await open(path);
      await page.getByRole('button', { name: 'Page preview' }).click();
      return { page, frame: await frameOf(page) };
    };

    const saved = (page: Page): Promise<void> => page.getByText(/^Saved \d/).waitFor();

    /** Waits for the autosave. */
    const typeTitle = async (page: Page, title: string): Promise<void> => {
      await titleOf(page).fill(title);
      await page.getByText('Unsaved changes').waitFor();
      await saved(page);
    };

    const saveTitle = async (page: Page, title: string): Promise<void> => {
      await titleOf(page).fill(title);
      await page.getByText('Unsaved changes').waitFor();
      await page.keyboard.press('Control+s');
      await saved(page);
    };

    describe('the scripts of the docs', () => {
      const codeWith = (text: string): string => {
        const found = codeBlocks(readPage('docs/content/previews.md')).filter(({ code }) =>
          code.includes(text),
        );
        expect(found).toHaveLength(1);
        return (found[0]?.code ?? '').replaceAll('https://cms.example.com', url());
      };

      test('show what is written, as it is saved, and lead from an element to its field', async () => {
        const item = await draft();
        const clicks = `<button data-quoin="${item.id}/content"><b>Edit the text</b></button>`;
        const click = `<script type="module">${codeWith("addEventListener('click'")}</script>`;
        site.show(codeWith('const show') + clicks + click);
        const { page, frame } = await openPreview(`/admin/content/${item.id}`);
        await frame.getByRole('heading', { name: 'Tides' }).waitFor();
        expect(await frame.locator('#text').textContent()).toBe('Low water');
        await inspect(page, 'preview');
        const reloaded = await frameOf(page);
        const requests = site.requests.length;

        await saveTitle(page, 'Tides of winter');
        await reloaded.getByRole('heading', { name: 'Tides of winter' }).waitFor();
        await cms().content.update(operator, item.id, { status: 'published' });
        await page.reload();
        const next = await frameOf(page);
        await typeTitle(page, 'Not published');
        await next.getByRole('heading', { name: 'Not published' }).waitFor();
        expect(site.requests.length).toBe(requests + 1);

        await next.getByText('Edit the text').click();
        await expect.poll(() => focusedId(page)).toBe('field-content');
      });
    });

    describe('a page', () => {
      test('is greeted, and hears of each save and autosave', async () => {
        const item = await draft();
        site.show(listening);
        const { page, frame } = await openPreview(`/admin/content/${item.id}`);
        await frame.waitForFunction('heard.length === 1');
        expect(await heardBy(frame)).toEqual([{ quoin: 1, type: 'hello', origin: url() }]);
        /** Waits for messages of so many saves. One save can be two writes: a working copy is begun first. */
        const heardOf = (saves: number) => frame.waitForFunction(`heard.length > ${saves}`);
        await typeTitle(page, 'One');
        await heardOf(1);
        await titleOf(page).fill('Two');
        await page.keyboard.press('Control+s');
        await heardOf(2);
        await page.getByRole('button', { name: 'Publish' }).click();
        await heardOf(3);
        await typeTitle(page, 'Three');
        await heardOf(4);
        const [, ...changes] = await heardBy(frame);
        for (const change of changes) {
          expect(change).toEqual({
            quoin: 1,
            type: 'changed',
            id: item.id,
            version: expect.any(String),
            origin: url(),
          });
        }
        expect(new Set(changes.map(({ version }) => version)).size).toBe(changes.length);
        expect(site.requests).toHaveLength(1);
      });

      test('that receives no messages is loaded again after a save', async () => {
        const item = await draft();
        site.show('<h1>Rendered</h1>');
        const { page, frame } = await openPreview(`/admin/content/${item.id}`);
        await frame.getByText('Rendered').waitFor();
        const history = await page.evaluate<number>('history.length');
        site.show('<h1>Rendered again</h1>');
        await saveTitle(page, 'Tides of winter');
        await page.frameLocator('iframe').getByText('Rendered again').waitFor();
        expect(site.requests).toHaveLength(1);
        expect(await page.evaluate('history.length')).toBe(history);
        expect(await titleOf(page).inputValue()).toBe('Tides of winter');
      });

      test('is loaded once when a save changes its URL', async () => {
        const item = await draft();
        site.show('<h1>Rendered</h1>');
        const { page } = await openPreview(`/admin/content/${item.id}`);
        const paths = () => site.requests.map(({ pathname }) => pathname);
        const heading = page.frameLocator('iframe').getByRole('heading');
        await heading.waitFor();
        await page.getByLabel('Slug').fill('low-tide');
        await page.keyboard.press('Control+s');
        await expect.poll(paths).toContain('/preview/low-tide');
        expect(paths()).toEqual(['/preview/tides', '/preview/low-tide']);

        // A page that reads the item again when it hears of a save.
        site.show(`${listening}<script>
          addEventListener('message', ({ data }) => data.type === 'changed' && fetch('/changed'));
        </script>`);
        await page.reload();
        await heading.waitFor();
        await page.getByLabel('Slug').fill('high-tide');
        await page.keyboard.press('Control+s');
        await expect.poll(paths).toContain('/preview/high-tide');
        expect(paths()).toEqual(['/preview/low-tide', '/preview/high-tide']);
      });

      test('gets a new token before its token ends, while somebody looks at the window', async () => {
        closeProfile();
        const item = await draft();
        site.show(listening);
        const { page } = await openPreview(`/admin/content/${item.id}`);
        const later = (minutes: number): Promise<void> =>
          page.evaluate((ms) => {
            const start = Date.now() + ms;
            Date.now = () => start;
            dispatchEvent(new Event('focus'));
          }, minutes * 60_000);
        await later(40);
        await page.evaluate("fetch('/api/health')");
        expect(site.requests).toHaveLength(1);
        await later(11);
        await expect.poll(() => site.requests.length).toBe(2);
        const tokens = site.requests.map(({ searchParams }) => searchParams.get('token') ?? '');
        expect(tokens[1]).toMatch(/^pv_/);
        expect(tokens[1]).not.toBe(tokens[0]);
        // The first one still works.
        for (const preview of tokens) {
          const read = { of: { id: item.id }, preview, client: 'a test' };
          const { value } = await cms().content.readItem({ kind: 'anonymous' }, read);
          expect(value.item.title).toBe('Tides');
        }
      });
    });

    describe('a click in the page', () => {
      const sections = [1, 2, 3, 4, 5].map((n) => ({
        type: 'quote',
        id: `q${n}`,
        text: `Quote ${n}`,
        links: [{ label: 'a' }, { label: 'b' }],
      }));

      test('opens the block around a field, and leaves the view of the data', async () => {
        const { id } = await createLanding(cms(), sections);
        await setUrl('landing', `${site.origin}/?{token}`);
        site.show(listening);
        const { page, frame } = await openPreview(`/admin/content/${id}`);
        const edit = (path: string) => sayFrom(frame, { quoin: 1, type: 'edit', id, path });
        const isOpen = (row: number) =>
          rowsOf(page)
            .nth(row)
            .locator('button[aria-expanded]')
            .first()
            .getAttribute('aria-expanded');
        expect(await isOpen(3)).toBe('false');
        await edit('sections.3.links.1.label');
        await expect.poll(() => focusedId(page)).toBe('field-sections-3-links-1-label');
        expect([await isOpen(3), await isOpen(2)]).toEqual(['true', 'false']);
        await page.waitForTimeout(600);
        await edit('sections.2');
        await expect.poll(() => focusedId(page)).toBe('field-sections-2');
        expect(await isOpen(2)).toBe('true');

        await page.getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('button', { name: 'JSON view' }).click();
        await page.waitForTimeout(600);
        await edit('data.sections.4.text');
        await expect.poll(() => focusedId(page)).toBe('field-sections-4-text');
        await page.waitForTimeout(600);
        await edit('title');
        await expect.poll(() => focusedId(page)).toBe('item-title');
      });

      test('on another item offers to open it', async () => {
        const item = await draft();
        const second = await draft({ title: 'Currents' });
        site.show(listening);
        const { page, frame } = await openPreview(`/admin/content/${item.id}`);
        await sayFrom(frame, { quoin: 1, type: 'edit', id: second.id, path: 'title' });
        await page.getByRole('button', { name: 'Open it' }).click();
        await page.getByRole('heading', { level: 1, name: 'Currents' }).waitFor();
      });
    });

    describe('a hostile page', () => {
      test('has no effect with messages that the contract does not contain', async () => {
        const item = await draft();
        site.show(listening);
        const { page, frame } = await openPreview(`/admin/content/${item.id}`);
        await page.getByLabel('Excerpt').focus();
        const edit = { quoin: 1, type: 'edit', id: item.id, path: 'title' };
        await sayFrom(
          frame,
          undefined,
          null,
          7,
          'edit',
          [],
          [edit],
          {},
          { ...edit, quoin: 2 },
          { ...edit, quoin: '1' },
          { ...edit, type: 'edited' },
          { ...edit, type: { toString: 'edit' } },
          { ...edit, id: [item.id] },
          { ...edit, id: 'a'.repeat(5_000_000) },
          { ...edit, id: '../users' },
          { ...edit, path: 7 },
          { ...edit, path: ['title'] },
          { ...edit, path: `content${'.x'.repeat(1_000_000)}` },
          { ...edit, path: '__proto__.title' },
          { ...edit, path: 'constructor.prototype' },
          { ...edit, path: 'nothing' },
          { ...edit, path: '' },
          { type: 'changed', quoin: 1, id: item.id, version: '1' },
        );
        expect(await focusedId(page)).toBe('field-excerpt');
        expect(await page.getByRole('status').allTextContents()).not.toContain('another item');
        await page.waitForTimeout(600);
        await sayFrom(frame, { ...edit, more: 'members' });
        await expect.poll(() => focusedId(page)).toBe('item-title');
      });

      test('does not take the focus from a word that an input method composes', async () => {
        const item = await draft();
        site.show(listening);
        const { page, frame } = await openPreview(`/admin/content/${item.id}`);
        await page.getByLabel('Excerpt').focus();
        const session = await page.context().newCDPSession(page);
        const composed = { text: 'にほ', selectionStart: 2, selectionEnd: 2 };
        await session.send('Input.imeSetComposition', composed);
        await sayFrom(frame, { quoin: 1, type: 'edit', id: item.id, path: 'title' });
        expect(await focusedId(page)).toBe('field-excerpt');
      });

      test('does not take the focus from what is typed, however much it sends', async () => {
        const item = await draft();
        site.show(listening);
        const { page, frame } = await openPreview(`/admin/content/${item.id}`);
        await page.getByLabel('Excerpt').focus();
        await page.keyboard.type('a');
        await frame.evaluate(`setInterval(() => {
          for (let n = 0; n < 50; n += 1) {
            parent.postMessage({ quoin: 1, type: 'edit', id: '${item.id}', path: 'title' }, '*');
          }
        })`);
        await page.keyboard.type(' text that somebody types', { delay: 30 });
        expect(await page.getByLabel('Excerpt').inputValue()).toBe('a text that somebody types');
        expect(await titleOf(page).inputValue()).toBe('Tides');
      });

      test('is not heard from another window, or after the frame has gone to another origin', async () => {
        const item = await draft();
        // The policy allows both origins.
        await setUrl('pages', `${other.origin}/`);
        const edit = JSON.stringify({ quoin: 1, type: 'edit', id: item.id, path: 'title' });
        site.show(`${listening}<iframe srcdoc="Of the same origin"></iframe>`);
        other.show(listening);
        const { page, frame } = await openPreview(`/admin/content/${item.id}`);
        await page.getByLabel('Excerpt').focus();
        const [inner] = frame.childFrames();
        await inner?.evaluate(`top.postMessage(${edit}, '*')`);
        await sayFrom(frame);
        expect(await focusedId(page)).toBe('field-excerpt');

        // A browser says so when a message has no recipient.
        tolerate(/Failed to execute 'postMessage' on 'DOMWindow'/);
        await frame.evaluate(`location = ${JSON.stringify(`${other.origin}/away`)}`);
        await frame.waitForURL(`${other.origin}/away`);
        await frame.evaluate(`parent.postMessage(${edit}, '*')`);
        await page.evaluate("fetch('/api/health')");
        expect(await focusedId(page)).toBe('field-excerpt');
        await saveTitle(page, 'Secret title');
        await page.evaluate("fetch('/api/health')");
        expect(await heardBy(frame)).toEqual([]);
      });

      test('reaches no origin but those of preview URLs, and cannot leave the frame', async () => {
        const item = await draft();
        site.show(listening);
        other.show('<h1>Elsewhere</h1>');
        tolerate(/Content Security Policy|Unsafe attempt to initiate navigation/);
        const { page, frame } = await openPreview(`/admin/content/${item.id}`);
        const denied = await frame.evaluate(`(() => {
          try { top.location = '${other.origin}/top'; } catch {}
          try { return String(top.document); } catch (error) { return error.name; }
        })()`);
        expect(denied).toBe('SecurityError');
        await frame.evaluate(`location = '${other.origin}/inner'`);
        await frame.evaluate(`location = '${url()}/admin'`).catch(() => undefined);
        await page.getByLabel('Excerpt').fill('still here');
        await page.evaluate("fetch('/api/health')");
        expect(other.requests).toEqual([]);
        expect(new URL(page.url()).origin).toBe(url());
        expect(page.frames().map((each) => each.url())).not.toContain(`${url()}/admin`);
      });
    });

    describe('the pane', () => {
      test('says that a new item has to be saved first, then shows it, and is remembered', async () => {
        await setUrl('blog-posts', `${site.origin}/{slug}?{token}`);
        site.show(listening);
        const page = await open('/admin/content/new?collection=blog-posts');
        await page.getByRole('button', { name: 'Page preview' }).click();
        await page.getByText('Not saved yet').last().waitFor();
        await inspect(page, 'preview-unsaved');
        await titleOf(page).fill('First');
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        expect((await frameOf(page)).url()).toContain(`${site.origin}/first?pv_`);
        await page.reload();
        await frameOf(page);
        await page.getByRole('button', { name: 'Page preview' }).click();
        await page.reload();
        await page.getByRole('button', { name: 'Page preview', pressed: false }).waitFor();
        expect(await page.getByTitle('Page of the item').count()).toBe(0);
      });

      test('shows the page in the widths of screens, loads it again, and opens it in a tab', async () => {
        const item = await draft();
        site.show(listening);
        const { page, frame } = await openPreview(`/admin/content/${item.id}`);
        const pane = page.getByRole('region', { name: 'Page preview' });
        expect(await frame.evaluate('innerWidth')).toBe(768);
        await pane.getByRole('button', { name: 'Desktop' }).click();
        await frame.waitForFunction('innerWidth === 1280');
        await pane.getByRole('button', { name: 'Phone' }).click();
        await frame.waitForFunction('innerWidth === 390');
        await pane.getByRole('button', { name: 'Tablet' }).click();
        await frame.waitForFunction('innerWidth === 768');
        await pane.getByRole('button', { name: 'Load the page again' }).click();
        await expect.poll(() => site.requests.length).toBe(2);
        expect(await (await frameOf(page)).evaluate('innerWidth')).toBe(768);
        const opening = page.context().waitForEvent('page');
        await pane.getByRole('link', { name: 'Open the page in a new tab' }).click();
        const tab = await opening;
        await tab.getByRole('heading', { name: 'Site' }).waitFor();
        expect(tab.url()).toBe((await frameOf(page)).url());
        expect(await tab.evaluate('opener')).toBe(null);
      });

      test('is over the form where there is no space beside it', async () => {
        const item = await draft();
        site.show(listening);
        const page = await open(`/admin/content/${item.id}`);
        await page.setViewportSize({ width: 360, height: 740 });
        await act(page, 'Page preview');
        const dialog = page.getByRole('dialog', { name: 'Page preview' });
        const frame = await frameOf(page);
        const edit = JSON.stringify({ quoin: 1, type: 'edit', id: item.id, path: 'excerpt' });
        await frame.evaluate(`parent.postMessage(${edit}, '*')`);
        await expect.poll(() => focusedId(page)).toBe('field-excerpt');
        expect(await dialog.count()).toBe(0);
        await act(page, 'Page preview');
        await frameOf(page);
        await inspect(page, 'preview-layer');
      });

      test('copies links that work for a chosen time, and revokes them', async () => {
        const item = await publishedArticle(cms(), 'Public', { summary: 'stored' });
        await setUrl('articles', `${site.origin}/?{token}`);
        site.show(listening);
        const { page } = await openPreview(`/admin/content/${item.id}`);
        await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        const answers: number[] = [];
        page.on('request', (request) => {
          if (request.method() !== 'POST' || !request.url().endsWith('/preview')) return;
          const note = async (): Promise<void> => {
            const body: unknown = await (await request.response())?.json();
            const { data } = body as { data: { expiresAt: number } };
            answers.push(Math.round((data.expiresAt - Date.now()) / 3_600_000));
          };
          // The last one may be on its way when the test ends.
          note().catch(() => undefined);
        });
        const choose = async (label: string): Promise<void> => {
          await page.getByRole('button', { name: 'Copy a link', exact: true }).click();
          await page.getByRole('button', { name: label }).click();
        };
        for (const [label, hours] of [
          ['for 1 hour', 1],
          ['for 1 day', 24],
          ['for 7 days', 168],
        ] as const) {
          await choose(label);
          await expect.poll(() => answers.at(-1)).toBe(hours);
        }
        await page.getByText(/^Link copied\. It works until/).waitFor();
        const link = await page.evaluate<string>('navigator.clipboard.readText()');
        expect(link).toMatch(new RegExp(`^${site.origin}/\\?pv_[\\w-]+$`));
        const preview = link.split('?')[1] ?? '';
        const read = () =>
          cms().content.readItem(
            { kind: 'anonymous' },
            { of: { id: item.id }, preview, client: 'a test' },
          );
        expect((await read()).value.item.id).toBe(item.id);

        // Without access to the clipboard, the link is shown.
        await page.context().clearPermissions();
        await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
        await choose('for 1 day');
        const dialog = page.getByRole('dialog', { name: 'Link to the preview' });
        await dialog.getByText(`${site.origin}/?pv_`).waitFor();
        await dialog.getByRole('button', { name: 'Close' }).click();

        const loads = site.requests.length;
        await choose('Revoke all links');
        await page.getByRole('dialog').getByRole('button', { name: 'Revoke links' }).click();
        await expect.poll(() => site.requests.length).toBe(loads + 1);
        await expect(read()).rejects.toMatchObject({ code: 'invalid_preview' });
        closeProfile();
      });

      test('is for readers too, who cannot revoke links', async () => {
        const item = await draft({ status: 'published' });
        site.show(listening);
        const page = await open(`/admin/content/${item.id}`, 'viewer');
        await page.getByRole('button', { name: 'Page preview' }).click();
        await frameOf(page);
        await page.getByRole('button', { name: 'Copy a link', exact: true }).click();
        await page.getByRole('button', { name: 'for 7 days' }).waitFor();
        expect(await page.getByRole('button', { name: 'Revoke all links' }).count()).toBe(0);
      });

      test('is not there for a collection without a URL', async () => {
        const { id } = await cms().content.create(operator, { collection: 'pages', title: 'P' });
        const page = await open(`/admin/content/${id}`);
        await titleOf(page).waitFor();
        expect(await page.getByRole('button', { name: 'Page preview' }).count()).toBe(0);
      });
    });

    describe('a page that no frame may show', () => {
      test('of the origin of the admin opens in a tab only', async () => {
        const item = await draft();
        await setUrl('blog-posts', `${url()}/files/{slug}?{token}`);
        const page = await open(`/admin/content/${item.id}`);
        await page.getByRole('button', { name: 'Page preview' }).click();
        await page.getByText('It has the same origin as the admin').waitFor();
        expect(page.frames()).toHaveLength(1);
        const link = page.getByRole('link', { name: 'Open it in a new tab' });
        expect(await link.getAttribute('href')).toContain(`${url()}/files/tides?pv_`);
        await inspect(page, 'preview-own-origin');
      });

      /** Opens an item in a tab whose policy is older than the preview URL. */
      const openFromOldTab = async (viewport: { width: number; height: number }) => {
        tolerate(/Content Security Policy/);
        const { id } = await cms().content.create(operator, { collection: 'pages', title: 'P' });
        const page = await open('/admin');
        await page.setViewportSize(viewport);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await setUrl('pages', `${site.origin}/{slug}?{token}`);
        site.show(listening);
        await page.keyboard.press('Control+k');
        await page.keyboard.type('P');
        await page.getByRole('option', { name: /^P Page/ }).click();
        await page.waitForURL(`**/admin/content/${id}`);
        return page;
      };

      test('because its URL is newer than the policy, is shown at once', async () => {
        const page = await openFromOldTab({ width: 1280, height: 800 });
        await page.getByRole('button', { name: 'Page preview' }).click();
        const frame = await frameOf(page);
        await frame.waitForFunction('heard.length > 0');
      });

      test('because its URL is newer than the policy, is shown once everything is saved', async () => {
        const page = await openFromOldTab({ width: 360, height: 740 });
        const held = Promise.withResolvers<void>();
        await page.route('**/api/content/*', async (route) => {
          if (route.request().method() === 'PUT') await held.promise;
          await route.continue();
        });
        await titleOf(page).fill('Typed');
        await act(page, 'Page preview');
        await page.getByText('The page is not allowed here yet').waitFor();
        expect(site.requests).toEqual([]);
        held.resolve();
        await frameOf(page);
        expect(await titleOf(page).inputValue()).toBe('Typed');
      });

      test('because the policy has no room for its URL, says so', async () => {
        const page = await openFromOldTab({ width: 1280, height: 800 });
        const loaded = Promise.withResolvers<void>();
        let loads = 0;
        await page.route('**/admin/content/*', async (route) => {
          const response = await route.fetch();
          const policy = (response.headers()['content-security-policy'] ?? '').replace(
            /frame-src [^;]*/,
            "frame-src 'none'",
          );
          loads += 1;
          loaded.resolve();
          await route.fulfill({
            response,
            headers: { ...response.headers(), 'content-security-policy': policy },
          });
        });
        await page.getByRole('button', { name: 'Page preview' }).click();
        await loaded.promise;
        await page.waitForLoadState();
        await page.getByRole('button', { name: 'Load the admin again' }).waitFor();
        expect(loads).toBe(1);
      });

      test('because it redirects, says so', async () => {
        tolerate(/Content Security Policy/);
        const item = await draft();
        site.show(listening);
        const { page } = await openPreview(`/admin/content/${item.id}`);

        site.show('', `${other.origin}/`);
        other.show(listening);
        await page.getByRole('button', { name: 'Load the page again' }).click();
        await page.getByText('The page led to another origin').waitFor();
        expect(other.requests).toEqual([]);
      });
    });
  },
  { CORS_ORIGINS: `http://localhost:${port}` },
);
