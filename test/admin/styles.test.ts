import { expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { operator } from '../../core/index.ts';
import { screenWaiter } from '../support/admin/admin-screens.ts';
import { withAdmin } from '../support/admin/admin-world.ts';
import { adminScreens, type AdminScreen, type Opened } from '../support/admin/screen-states.ts';

/** Where each element is that is shown, and how it looks. */
const appearance = `(() => {
  const properties = [
    'display', 'position', 'color', 'background-color', 'border-top', 'border-right', 'border-bottom',
    'border-left', 'border-radius', 'box-shadow', 'font-size', 'font-weight', 'font-family', 'line-height',
    'text-align', 'text-decoration', 'white-space', 'padding', 'margin', 'opacity', 'transform', 'visibility',
  ];
  const shown = [...document.body.querySelectorAll('*')].filter((each) => each.checkVisibility());
  return shown.map((element) => {
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

/** How the page looks while the mouse is nowhere, and the rail is at its start: it stays as far as somebody scrolled it. */
const look = async (page: Page): Promise<readonly string[]> => {
  await page.mouse.move(0, 0);
  await page.evaluate(
    'for (const each of document.querySelectorAll("#rail *")) each.scrollTop = 0',
  );
  return page.evaluate(appearance);
};

/** What only one of two looks has. */
const difference = (expected: readonly string[], shown: readonly string[]): readonly string[] => {
  const [before, after] = [new Set(expected), new Set(shown)];
  return [
    ...[...before.difference(after)].map((each) => `fresh: ${each}`),
    ...[...after.difference(before)].map((each) => `after others: ${each}`),
  ];
};

withAdmin(({ open, cms, closeProfile }) => {
  test('a screen looks the same whatever screens were open before it', async () => {
    // Its statistics change with every read.
    await cms().plugins.configure(operator, 'cache', { active: false });
    const page = await open('/admin/nothing');
    const screens = await adminScreens(cms());
    const settle = screenWaiter(page);
    // What changes by itself: ages, and how long the database needs.
    closeProfile();
    await page.clock.setFixedTime(Date.now());
    await page.route('**/api/system/health', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/"latency":[\d.e-]+/g, '"latency":1');
      await route.fulfill({ response, body });
    });

    const close = async ({ close: own }: Opened): Promise<unknown> =>
      own === undefined ? page.keyboard.press('Escape') : own(page);

    const fresh = new Map<string, readonly string[]>();
    const load = async (path: string): Promise<void> => {
      await page.goto(path);
      await settle(path);
    };
    for (const { path, opened } of screens) {
      await load(path);
      fresh.set(path, await look(page));
      for (const [index, each] of opened.entries()) {
        if (index > 0) await load(path);
        await each.open(page);
        await settle();
        fresh.set(`${path} ${each.name}`, await look(page));
        await close(each);
      }
    }

    /** Compares what is on the screen with its fresh load. */
    const compare = async (name: string): Promise<void> => {
      const expected = fresh.get(name) ?? [];
      await expect
        .poll(async () => difference(expected, await look(page)), { message: name })
        .toEqual([]);
      expect(await page.evaluate(sharedElements), name).toEqual([]);
    };
    /** Goes through the screens by links, and through what is opened in each. */
    const visit = async (
      visited: readonly AdminScreen[],
      onShown: (name: string) => Promise<void>,
    ): Promise<void> => {
      for (const { path, opened } of visited) {
        await follow(page, path);
        await settle(path);
        await onShown(path);
        for (const each of opened) {
          await each.open(page);
          await settle();
          await onShown(`${path} ${each.name}`);
          await close(each);
        }
      }
    };
    await page.goto('/admin/nothing');
    await visit(screens, async () => undefined);
    // On the way back, each screen has had all others before it.
    await visit(screens.toReversed(), compare);
    // It opens the admin some thirty times.
  }, 240_000);
});
