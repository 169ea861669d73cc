import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { operator } from '../../core/index.ts';
import { createArticle } from '../support/admin/admin-articles.ts';
import { longTitle, writeItems } from '../support/admin/admin-content.ts';
import { screenPaths, screenWaiter } from '../support/admin/admin-screens.ts';
import { withAdmin } from '../support/admin/admin-world.ts';
import { paintedPng } from '../support/admin/painted-png.ts';

/** Where each element of the screen is, and how it looks. */
const appearance = `(() => {
  const properties = [
    'display', 'position', 'color', 'background-color', 'border-top', 'border-right', 'border-bottom',
    'border-left', 'border-radius', 'box-shadow', 'font-size', 'font-weight', 'font-family', 'line-height',
    'text-align', 'text-decoration', 'white-space', 'padding', 'margin', 'opacity', 'transform', 'visibility',
  ];
  return [...document.querySelectorAll('#main, #main *')].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    const box = [x, y + scrollY, width, height].map(Math.round).join(' ');
    const name = element.tagName + ' ' + element.textContent.slice(0, 40);
    return [name, box, ...properties.map((each) => each + ': ' + style.getPropertyValue(each))].join('; ');
  });
})()`;

/** Elements that the styles of two components match, so that the order of loading would decide. */
const sharedElements = `(() => {
  const modules = new Map();
  const read = (rules) => {
    for (const rule of rules) {
      if (rule instanceof CSSLayerBlockRule) continue;
      if (!(rule instanceof CSSStyleRule)) {
        read(rule.cssRules ?? []);
        continue;
      }
      const module = /_([^_]+)_\\d+(?!\\w)/.exec(rule.selectorText)?.[1] ?? rule.selectorText;
      const selector = rule.selectorText.replace(/:has\\(:focus[\\w-]*\\)|::?(?:before|after|hover|focus[\\w-]*)/g, '');
      for (const element of document.querySelectorAll(selector)) {
        modules.set(element, (modules.get(element) ?? new Set()).add(module));
      }
    }
  };
  for (const { cssRules } of document.styleSheets) read(cssRules);
  return [...modules].filter(([, names]) => names.size > 1).map(([{ outerHTML }]) => outerHTML.slice(0, 200));
})()`;

/** Opens a screen as a link of the admin does. */
const follow = (page: Page, path: string): Promise<void> =>
  page.evaluate(`{
    const link = document.createElement('a');
    link.href = ${JSON.stringify(path)};
    document.body.append(link);
    link.click();
    link.remove();
  }`);

async function* image(): AsyncGenerator<Uint8Array> {
  yield paintedPng(90, 60);
}

withAdmin(({ open, cms, closeProfile }) => {
  test('a screen looks the same whatever screens were open before it', async () => {
    // Its statistics change with every read.
    await cms().plugins.configure(operator, 'cache', { active: false });
    const { id } = await createArticle(cms(), 'Tides');
    const page = await open('/admin/nothing');
    const settle = screenWaiter(page);
    // What changes by itself: ages, and how long the database needs.
    closeProfile();
    await page.clock.setFixedTime(Date.now());
    await page.route('**/api/system/health', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/"latency":[\d.e-]+/g, '"latency":1');
      await route.fulfill({ response, body });
    });
    const look = (): Promise<readonly string[]> => page.evaluate(appearance);

    /** Compares each screen with its fresh load, once all of them have been open. */
    const compare = async (paths: readonly string[]): Promise<void> => {
      const fresh = new Map<string, readonly string[]>();
      for (const path of paths) {
        await page.goto(path);
        await settle(path);
        fresh.set(path, await look());
      }
      for (const path of paths) {
        await follow(page, path);
        await settle(path);
      }
      for (const path of paths) {
        await follow(page, path);
        await settle(path);
        await expect.poll(look, { message: path }).toEqual(fresh.get(path));
        expect(await page.evaluate(sharedElements), path).toEqual([]);
      }
    };

    await writeItems(cms(), [longTitle]);
    await cms().media.upload(operator, {
      originalName: 'harbour.png',
      body: image(),
      folder: () => undefined,
    });
    const [user] = await cms().users.list(operator, {});
    await compare(screenPaths({ item: id, user: user?.user.id ?? '' }));
  });
});
