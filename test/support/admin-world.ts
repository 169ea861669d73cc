import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { BrowserContext, Page } from 'playwright-core';
import type { Extensions } from '../../bootstrap/wiring.ts';
import { operator, type Cms, type Role } from '../../core/index.ts';
import { withChromium } from './chromium.ts';
import { freePort } from './server-process.ts';
import { serveService, type ServedService } from './served-service.ts';

export const adminPassword = 'correct horse battery';

export interface AdminWorld {
  /** The core of the running service, to prepare and check what it stores. */
  readonly cms: () => Cms;
  readonly url: () => string;
  /** Opens a screen, such as `/admin/content`, in a new browser profile, signed in with a role. */
  readonly open: (path: string, role?: Role) => Promise<Page>;
  /** Opens a page without a session. */
  readonly openSignedOut: (path: string) => Promise<Page>;
  /** Accepts such a message in the console during this test. */
  readonly tolerate: (pattern: RegExp) => void;
  /** The session of a role: sets it as the cookie of a profile. */
  readonly signIn: (context: BrowserContext, role: Role) => Promise<void>;
}

/**
 * Registers tests of the admin in Chromium, against a service on the embedded database that the tests of
 * a file share. Each test starts with empty data and the starter collections. An error in the console of
 * a page or an exception in its scripts fails the test.
 */
export const withAdmin = (
  registerTests: (world: AdminWorld) => void,
  extensions: Extensions = {},
): void => {
  withChromium((openBrowser) => {
    let service: ServedService;
    let url = '';
    let contexts: BrowserContext[] = [];
    let mistakes: string[] = [];
    let tolerated: RegExp[] = [];

    beforeAll(async () => {
      const port = await freePort();
      url = `http://localhost:${port}`;
      const env = { PORT: String(port), HOST: 'localhost', PUBLIC_URL: url };
      service = await serveService(env, extensions);
    });
    afterEach(async () => {
      await Promise.all(contexts.map((context) => context.close()));
      contexts = [];
      await service.reset();
      const found = mistakes.filter((each) => !tolerated.some((pattern) => pattern.test(each)));
      mistakes = [];
      tolerated = [];
      expect(found).toEqual([]);
    });
    afterAll(() => service[Symbol.asyncDispose]());

    const cms = (): Cms => service.service.cms;

    const signIn: AdminWorld['signIn'] = async (context, role) => {
      const email = `${role}@example.com`;
      const known = await cms().users.list(operator, {});
      if (!known.some(({ user }) => user.email === email)) {
        await cms().users.create(operator, { email, password: adminPassword, role });
      }
      const session = { email, password: adminPassword, client: randomUUID() };
      const { token } = await cms().accounts.logIn(session);
      await context.addCookies([{ name: 'auth_token', value: token, url, httpOnly: true }]);
    };

    const newContext = async (): Promise<BrowserContext> => {
      const browser = await openBrowser();
      const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce' });
      context.setDefaultTimeout(15_000);
      context.on('weberror', (error) => mistakes.push(String(error.error())));
      context.on('console', (message) => {
        // Chromium logs each response above 399; screens show them to the user.
        const isRefusal = message.text().startsWith('Failed to load resource');
        if (message.type() === 'error' && !isRefusal) mistakes.push(message.text());
      });
      contexts.push(context);
      return context;
    };

    const openIn = async (context: BrowserContext, path: string): Promise<Page> => {
      const page = await context.newPage();
      await page.goto(path);
      return page;
    };

    registerTests({
      cms,
      url: () => url,
      tolerate: (pattern) => {
        tolerated.push(pattern);
      },
      signIn,
      open: async (path, role = 'admin') => {
        const context = await newContext();
        await signIn(context, role);
        return openIn(context, path);
      },
      openSignedOut: async (path) => openIn(await newContext(), path),
    });
  });
};

/** Git ignores this folder. */
const screenshots = fileURLToPath(new URL('../../dist/screenshots/', import.meta.url));

const wide = { width: 1280, height: 800 };
const narrow = { width: 360, height: 740 };

/**
 * Inspects what a page shows: no serious finding of axe in either colour scheme, and no sideways scrolling
 * at 360 px. Saves screenshots of both schemes and widths as `dist/screenshots/<name>-….png`.
 */
export const inspect = async (page: Page, name: string): Promise<void> => {
  await mkdir(screenshots, { recursive: true });
  const findings: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [size, viewport] of Object.entries({ wide, narrow })) {
      await page.setViewportSize(viewport);
      await page.screenshot({
        path: `${screenshots}${name}-${colorScheme}-${size}.png`,
        animations: 'disabled',
      });
      findings.push(...(await findingsOf(page)).map((each) => `${colorScheme}, ${size}: ${each}`));
    }
    const overflow = await page.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    if (overflow !== 0) findings.push(`${colorScheme}: scrolls sideways by ${String(overflow)} px`);
  }
  await page.setViewportSize(wide);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(findings).toEqual([]);
};

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
  }[];
}

/** The serious findings of axe: WCAG 2.2 A and AA, and best practices. */
const findingsOf = async (page: Page): Promise<readonly string[]> => {
  // The page's policy forbids added scripts; the debugging protocol may evaluate them.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResult>('axe.run({ resultTypes: ["violations"] })');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
};
