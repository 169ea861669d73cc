import { expect, test } from 'vitest';
import { operator, type Actor } from '../../../core/index.ts';
import { namedUser } from '../../support/admin/admin-content.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';

const userIdOf = (actor: Actor): string => (actor.kind === 'user' ? actor.userId : '');

/** The button beside a selection. */
const commentOn = 'Comment (Ctrl + Alt + M)';

withAdmin(({ open, cms }) => {
  test('a passage is commented on, with a mention, a reply and a resolution; nothing typed is lost', async () => {
    const viewer = await namedUser(cms(), 'viewer', 'Grace Hopper');
    const { id } = await cms().content.create(operator, {
      collection: 'pages',
      title: 'The fair opens on 4 May',
    });
    const page = await open(`/admin/content/${id}`);
    await page.setViewportSize({ width: 1440, height: 900 });
    const title = page.locator('#item-title');
    await title.waitFor();
    await title.evaluate((input: HTMLInputElement) => {
      input.focus();
      input.setSelectionRange(18, 23);
    });
    await page.keyboard.press('Control+Alt+m');
    const pane = page.getByRole('region', { name: 'Comments' });
    await pane.getByText('About Title').waitFor();
    const box = pane.getByLabel('Comment on the passage', { exact: true });
    await box.pressSequentially('Right, @gra');
    await pane.getByRole('option', { name: 'Grace Hopper' }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => box.inputValue()).toBe('Right, @Grace Hopper ');

    // What is typed stays when the pane is closed, and after the page was loaded again.
    await pane.getByRole('button', { name: 'Hide the comments' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Comments, one is not sent' }).click();
    await expect.poll(() => box.inputValue()).toBe('Right, @Grace Hopper ');
    await pane.locator('q', { hasText: '4 May' }).waitFor();
    // Also if it is about another passage now.
    await title.evaluate((input: HTMLInputElement) => {
      input.focus();
      input.setSelectionRange(4, 8);
    });
    await page.getByRole('button', { name: commentOn }).click();
    await pane.locator('q', { hasText: 'fair' }).waitFor();
    await page.reload();
    await pane.locator('q', { hasText: 'fair' }).waitFor();
    await expect.poll(() => box.inputValue()).toBe('Right, @Grace Hopper ');
    await title.evaluate((input: HTMLInputElement) => {
      input.focus();
      input.setSelectionRange(18, 23);
    });
    await page.keyboard.press('Control+Alt+m');
    await pane.locator('q', { hasText: '4 May' }).waitFor();
    await pane.getByRole('button', { name: 'Comment', exact: true }).click();
    await pane.getByRole('button', { name: 'Go to Title 4 May' }).waitFor();
    await page.getByRole('button', { name: 'Comments: 1 open' }).waitFor();
    const [thread] = await cms().comments.list(operator, id, {});
    expect(thread?.text).toBe(`Right, @[${userIdOf(viewer)}]`);
    await inspect(page, 'comments');

    await title.evaluate((input: HTMLInputElement) => input.setSelectionRange(0, 0));
    await pane.getByRole('button', { name: 'Go to Title 4 May' }).click();
    await expect
      .poll(() =>
        title.evaluate((input: HTMLInputElement) => [
          document.activeElement === input,
          input.selectionStart,
          input.selectionEnd,
        ]),
      )
      .toEqual([true, 18, 23]);

    await pane.getByRole('button', { name: 'Reply' }).click();
    await pane.getByLabel('Reply', { exact: true }).fill('Yes');
    await page.keyboard.press('Control+Enter');
    await pane.getByText('Yes', { exact: true }).waitFor();
    await pane.getByRole('button', { name: 'Resolve' }).click();
    await pane.getByText('All threads are resolved.').waitFor();
    await pane.getByLabel('Resolved').check();
    await pane.getByRole('button', { name: 'Reopen' }).click();
    await pane.getByRole('button', { name: 'Resolve' }).waitFor();

    await pane.getByRole('button', { name: 'Delete' }).last().click();
    await pane.getByText('Yes', { exact: true }).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await pane.getByText('Yes', { exact: true }).waitFor();
  });

  test('a commented passage of a formatted text is marked, and leads to its thread and back', async () => {
    const text = 'The tide turns at noon, and again at night.';
    const { id } = await cms().content.create(operator, {
      collection: 'pages',
      title: 'Tides',
      data: { content: text },
    });
    const page = await open(`/admin/content/${id}`);
    await page.setViewportSize({ width: 1440, height: 900 });
    const content = page.locator('.cm-content');
    await content.click();
    await page.keyboard.press('Control+End');
    for (let n = 0; n < 6; n += 1) await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Control+Alt+m');
    const pane = page.getByRole('region', { name: 'Comments' });
    await pane.getByLabel('Comment on the passage', { exact: true }).fill('When exactly?');
    await pane.getByRole('button', { name: 'Comment', exact: true }).click();
    await content.locator('.commented', { hasText: 'night.' }).waitFor();
    await page.getByTitle('1 open comment').waitFor();
    const [thread] = await cms().comments.list(operator, id, {});
    expect(thread?.place).toMatchObject({ path: 'data.content', quote: 'night.', after: '' });
    await inspect(page, 'comments-in-text');

    await pane.getByRole('button', { name: 'Hide the comments' }).click();
    await content.locator('.commented').click();
    await pane.getByText('When exactly?').waitFor();
    await pane.getByRole('button', { name: 'Go to Content night.' }).click();
    await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('night.');
    await page.keyboard.type('dusk.');
    await content.getByText('again at dusk.').waitFor();
    await pane.getByRole('button', { name: 'Resolve' }).click();
    await page.getByTitle('1 open comment').waitFor({ state: 'hidden' });
  });

  test('a button beside a selection starts a comment, in the margin, without moving anything', async () => {
    const { id } = await cms().content.create(operator, {
      collection: 'pages',
      title: 'Tides',
      data: { content: `The tide turns at noon, and again at night. ${'More words. '.repeat(60)}` },
    });
    // Also somebody who may not change the item.
    const page = await open(`/admin/content/${id}`, 'viewer');
    const content = page.locator('.cm-content');
    const button = page.getByRole('button', { name: commentOn });
    const boxes = () =>
      page.evaluate(() => {
        const box = ({ left, top, right, bottom }: DOMRect) => ({ left, top, right, bottom });
        const selected = getSelection();
        const texts = document.querySelector('.cm-content');
        const range = document.createRange();
        if (texts !== null) range.selectNodeContents(texts);
        return {
          page: [document.documentElement.scrollWidth, document.documentElement.scrollHeight],
          content: texts && box(texts.getBoundingClientRect()),
          words: Array.from(range.getClientRects(), box),
          end: selected && box(selected.getRangeAt(0).getClientRects()[0] ?? new DOMRect()),
        };
      });
    for (const width of [1440, 900, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await content.click({ position: { x: 40, y: 30 } });
      await page.keyboard.press('Control+Home');
      await expect.poll(() => button.count()).toBe(0);
      const before = await boxes();
      for (let n = 0; n < 8; n += 1) await page.keyboard.press('Shift+ArrowRight');
      await button.waitFor();
      const after = await boxes();
      expect([after.page, after.content]).toEqual([before.page, before.content]);
      const { x = 0, y = 0, width: wide = 0, height = 0 } = (await button.boundingBox()) ?? {};
      expect(wide >= 24 && height >= 24 && x + wide <= width).toBe(true);
      // It stands beside the line of the selection, and covers no word.
      const { end } = after;
      expect(end !== null && y < end.bottom && y + height > end.top).toBe(true);
      const covered = after.words.filter(
        (word) =>
          word.left < x + wide && word.right > x && word.top < y + height && word.bottom > y,
      );
      expect(covered).toEqual([]);
      await inspect(page, `comment-button-${width}`);
      await page.keyboard.press('ArrowRight');
      await button.waitFor({ state: 'hidden' });
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    for (let n = 0; n < 4; n += 1) await page.keyboard.press('Shift+ArrowRight');
    await button.click();
    const pane = page.getByRole('region', { name: 'Comments' });
    const box = pane.getByLabel('Comment on the passage', { exact: true });
    await expect.poll(() => box.evaluate((area) => document.activeElement === area)).toBe(true);
    await pane.locator('q').waitFor();
    expect(await pane.locator('q').textContent()).toBe(' tur');
    await button.waitFor({ state: 'hidden' });

    // What has no id yet has no comments.
    const other = await open('/admin/content/new?collection=pages');
    await other.locator('#item-title').fill('Pools');
    await other.keyboard.press('Control+a');
    await other.getByText('Not saved yet').waitFor();
    expect(await other.getByRole('button', { name: commentOn }).count()).toBe(0);
    await other.keyboard.press('Control+s');
    await other.getByRole('button', { name: 'Comments', exact: true }).waitFor();
    await other.locator('#item-title').selectText();
    await other.getByRole('button', { name: commentOn }).waitFor();
  });

  test('the dashboard says where somebody was mentioned, and leads there; phones have a drawer', async () => {
    const { id } = await cms().content.create(operator, { collection: 'pages', title: 'Tides' });
    const reader = await open('/admin', 'viewer');
    const me = await reader.evaluate(async () => {
      const answer = await fetch('/auth/me');
      return ((await answer.json()) as { user: { id: string } }).user.id;
    });
    await cms().comments.create(operator, id, { text: `Please read, @[${me}]` });
    await reader.reload();
    const card = reader.getByRole('region', { name: 'You were mentioned (1)' });
    await reader.setViewportSize({ width: 360, height: 740 });
    await card.getByRole('link', { name: 'Tides' }).click();
    const drawer = reader.getByRole('dialog', { name: 'Comments' });
    await drawer.getByText('Please read,').waitFor();
    await inspect(reader, 'comments-drawer');
  });
});
