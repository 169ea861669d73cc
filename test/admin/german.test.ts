import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { createArticles, dataOf } from '../support/admin/admin-articles.ts';
import { screenPaths, screenWaiter } from '../support/admin/admin-screens.ts';
import { adminPassword, withAdmin } from '../support/admin/admin-world.ts';
import { paintedPng } from '../support/admin/painted-png.ts';

/** Texts with a frequent word of English, shown or only heard. Code and texts of users are in elements of their own. */
const englishTexts = `(() => {
  const english = /(?:^|[^-\\p{L}])(?:and|are|for|from|has|is|it|not|of|that|the|this|to|with|you|your)(?:$|[^-\\p{L}])/iu;
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (parentElement.closest('code, pre, script, style, noscript, kbd') === null) found.push(data);
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
      found.push(element.getAttribute(name) ?? '');
    }
  }
  return [...new Set(found)].filter((text) => english.test(text)).map((text) => text.trim().slice(0, 120));
})()`;

/** What the service says: descriptions of its collections and plugins, and names of time zones. */
const ofService = /^(?:Posts of the blog|Pages of the site|The (?:limit|maximum) .*|[A-Z]\w+\/.*)$/;

const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

async function* image(): AsyncGenerator<Uint8Array> {
  yield paintedPng(90, 60);
}

withAdmin(({ open, cms }) => {
  test('somebody chooses German in their account, and every screen speaks it, at 360 px too', async () => {
    const core = cms();
    const { id: collectionId } = await createArticles(core);
    const item = await core.content.create(operator, {
      collectionId,
      title: 'Gezeitentümpel',
      data: { summary: 'Ebbe' },
      status: 'published',
    });
    await core.media.upload(operator, {
      originalName: 'ebbe.png',
      body: image(),
      folder: () => undefined,
    });
    const { user } = await core.users.create(operator, {
      email: 'mara@example.com',
      password: adminPassword,
      firstName: 'Mara',
      lastName: 'Lindqvist',
    });
    const page = await open('/admin/profile');
    const shown = screenWaiter(page);
    const card = page.getByRole('form', { name: 'Language of the admin' });
    await card.getByLabel('Deutsch').check();
    await card.getByRole('button').click();
    await page.getByRole('heading', { level: 1, name: 'Ihr Konto' }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('de');
    await page.setViewportSize({ width: 360, height: 740 });
    const findings: string[] = [];
    for (const path of screenPaths({ item: item.id, user: user.id })) {
      await page.goto(path);
      await shown(path);
      const texts = await page.evaluate<readonly string[]>(englishTexts);
      const own = texts.filter((text) => !ofService.test(text));
      findings.push(...own.map((text) => `${path}: ${text}`));
      const wide = await page.evaluate<number>(overflow);
      if (wide > 0) findings.push(`${path}: scrolls sideways by ${wide} px`);
    }
    expect(findings).toEqual([]);

    for (const counted of ['1 Entwurf', '2 Entwürfe']) {
      await core.content.create(operator, { collectionId, title: `Ebbe ${counted}` });
      await page.goto('/admin');
      await page.getByRole('link', { name: counted, exact: true }).waitFor();
    }
    await page.getByRole('link', { name: '1 Veröffentlicht', exact: true }).waitFor();

    const { id: draft } = await core.content.create(operator, { collectionId, title: 'Flut' });
    await page.goto(`/admin/content/${draft}`);
    const rating = page.getByLabel('Rating');
    await rating.fill('1.234');
    await page.getByText('Lassen Sie weg, was Tausender trennt').first().waitFor();
    expect(await rating.inputValue()).toBe('1.234');
    await rating.fill('3,50');
    await page.keyboard.press('Control+s');
    await expect.poll(async () => (await dataOf(core, draft))['rating']).toBe(3.5);
    expect(await rating.inputValue()).toBe('3,50');
    await page.reload();
    await expect.poll(() => rating.inputValue()).toBe('3,5');
  });
});
