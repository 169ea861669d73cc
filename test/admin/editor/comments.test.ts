import { expect, test } from 'vitest';
import { operator, type Actor } from '../../../core/index.ts';
import { namedUser } from '../../support/admin/admin-content.ts';
import { inspect, withAdmin } from '../../support/admin/admin-world.ts';

const userIdOf = (actor: Actor): string => (actor.kind === 'user' ? actor.userId : '');

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
    await page.getByRole('button', { name: 'Comments', exact: true }).click();
    const kept = pane.getByLabel('Comment on the item', { exact: true });
    await expect.poll(() => kept.inputValue()).toBe('Right, @Grace Hopper ');
    await title.evaluate((input: HTMLInputElement) => {
      input.focus();
      input.setSelectionRange(18, 23);
    });
    await page.keyboard.press('Control+Alt+m');
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
    await page.keyboard.type('dusk.');
    await content.getByText('again at dusk.').waitFor();
    await pane.getByRole('button', { name: 'Resolve' }).click();
    await page.getByTitle('1 open comment').waitFor({ state: 'hidden' });
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
