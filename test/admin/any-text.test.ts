import { expect, test } from 'vitest';
import { operator } from '../../core/index.ts';
import { createArticles } from '../support/admin/admin-articles.ts';
import { screenPaths, screenWaiter } from '../support/admin/admin-screens.ts';
import { adminPassword, withAdmin } from '../support/admin/admin-world.ts';
import { paintedPng } from '../support/admin/painted-png.ts';

/** Right to left, and without a place to break a line. */
const hebrew = `${'מגדלור'.repeat(15)}!`;
const word = 'Donaudampfschifffahrtsgesellschaft'.repeat(5);

/** Texts from right to left in elements that begin at the left. */
const wrongDirections = `[...document.querySelectorAll('#main *, nav *')].flatMap((element) => {
  const own = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
  const text = own.map(({ data }) => data).join('') + ('value' in element ? element.value : '');
  const isWrong = /^[^a-z]*[א-ת]/i.test(text) && getComputedStyle(element).direction === 'ltr'
    && !['OPTION', 'BUTTON', 'STYLE'].includes(element.tagName);
  return isWrong ? [element.outerHTML.slice(0, 160)] : [];
})`;

/** Elements that reach out of the screen, and are not in a box that scrolls. */
const tooWide = `[...document.querySelectorAll('#admin *')].flatMap((element) => {
  const { left, right, width } = element.getBoundingClientRect();
  if (width === 0 || (right <= innerWidth + 1 && left >= -1)) return [];
  for (let box = element.parentElement; box !== null; box = box.parentElement) {
    if (getComputedStyle(box).overflowX !== 'visible' || box.id === 'rail') return [];
  }
  return element.closest('#rail, .skip-link') ? [] : [element.outerHTML.slice(0, 160)];
})`;

async function* image(): AsyncGenerator<Uint8Array> {
  yield paintedPng(90, 60);
}

withAdmin(({ open, cms }) => {
  test('texts from right to left and long words fit every screen, at 360 px too', async () => {
    const core = cms();
    const { id: collectionId } = await createArticles(core);
    const item = await core.content.create(operator, {
      collectionId,
      title: hebrew,
      data: { summary: hebrew, tags: [hebrew, word], place: { name: hebrew } },
    });
    await core.content.create(operator, { collectionId, title: word, data: {} });
    for (const [name, text] of [
      ['hebrew', hebrew],
      ['word', word],
    ] as const) {
      await core.collections.create(operator, {
        name,
        displayName: text,
        description: text,
        schema: {
          type: 'object',
          properties: { ['k'.repeat(60)]: { type: 'string', title: text } },
        },
      });
      await core.media.upload(operator, {
        originalName: `${text}.png`,
        body: image(),
        folder: () => undefined,
      });
      await core.apiTokens.create(operator, { name: text.slice(0, 100), collections: [name] });
    }
    const { user } = await core.users.create(operator, {
      email: `${word.slice(0, 60)}@${'sub.'.repeat(20)}example.com`,
      password: adminPassword,
      firstName: hebrew.slice(0, 40),
      lastName: word.slice(0, 100),
    });
    await core.settings.update(operator, { siteName: hebrew });

    const page = await open('/admin/nothing');
    const shown = screenWaiter(page);
    await page.setViewportSize({ width: 360, height: 740 });
    const ids = { item: item.id, user: user.id };
    const paths = [
      ...screenPaths(ids),
      '/admin/collections/hebrew',
      '/admin/collections/word',
      '/admin/content/new?collection=word',
    ];
    const findings: string[] = [];
    for (const path of paths) {
      await page.goto(path);
      await shown(path);
      const turned = await page.evaluate<readonly string[]>(wrongDirections);
      const wide = await page.evaluate<readonly string[]>(tooWide);
      findings.push(
        ...turned.map((html) => `${path}: left to right: ${html}`),
        ...wide.map((html) => `${path}: too wide: ${html}`),
      );
    }
    expect(findings).toEqual([]);
  });
});
