import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { operator, type Cms, type Hook } from '../../../core/index.ts';
import type { Role } from '../../../core/vocabulary.ts';
import { withChromium } from '../chromium.ts';
import { freshDatabase } from '../postgres/fresh-database.ts';
import { freePort } from '../service/server-process.ts';
import type { Extensions } from '../../../bootstrap/extensions.ts';
import { serveService, type ServedService } from '../service/served-service.ts';

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
  /** Closes the profile after this test: a replaced clock or built-in stays in it until it is closed. */
  readonly closeProfile: () => void;
  /** The session of a role: sets it as the cookie of a profile. */
  readonly signIn: (context: BrowserContext, role: Role) => Promise<void>;
}

/** Decides nothing: it is there to be listed. */
const hook: Hook = {
  name: 'four-eyes',
  operations: ['content.publish', 'media.delete'],
  decide: () => undefined,
};

/** One port for each worker, so that the shared profile finds the scripts in its cache. */
let port: number | undefined;
let database: ReturnType<typeof freshDatabase> | undefined;
let url = '';

/** Starts a service on the database of this worker: of a server if there is one, else an embedded one. */
const serve = async (
  more: Readonly<Record<string, string>>,
  extensions: Extensions,
): Promise<ServedService> => {
  port ??= await freePort();
  database ??= freshDatabase();
  const opened = await database;
  url = `http://localhost:${port}`;
  const env = {
    PORT: String(port),
    HOST: 'localhost',
    PUBLIC_URL: url,
    ...('url' in opened && { DATABASE_URL: opened.url }),
    ...more,
  };
  return serveService(env, { hooks: [hook], ...extensions });
};

/** The errors in the pages of the current test. */
let mistakes: string[] = [];

const newProfile = async (browser: Browser): Promise<BrowserContext> => {
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce' });
  // As long as polls: how long an event takes does not matter, and a busy machine can be slow.
  context.setDefaultTimeout(30_000);
  context.on('weberror', (error) => mistakes.push(String(error.error())));
  context.on('console', (message) => {
    // Chromium logs each response above 399; screens show them to the user.
    const isRefusal = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isRefusal) mistakes.push(message.text());
  });
  return context;
};

/** The first profile of each test is the same one, whose cache contains the scripts. */
let shared: BrowserContext | undefined;

/** Stays open in the shared profile, so that its process, which has compiled the scripts, does not end. */
let idlePage: Page | undefined;

const keepProcess = async (context: BrowserContext): Promise<void> => {
  if (idlePage !== undefined) return;
  idlePage = await context.newPage();
  await idlePage.goto('/favicon.svg');
};

/** A test can end while one of its routes still answers a request. Such a route fails when its page closes. */
const ignoreRoutes = async (context: BrowserContext): Promise<void> => {
  const routed = [context, ...context.pages()];
  await Promise.all(routed.map((each) => each.unrouteAll({ behavior: 'ignoreErrors' })));
};

/** Closes the pages of a profile and removes what they stored, but not the cache. */
const clear = async (context: BrowserContext): Promise<void> => {
  const pages = context.pages().filter((page) => page !== idlePage);
  const [first] = pages;
  if (first !== undefined) {
    const session = await context.newCDPSession(first);
    await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'all' });
  }
  await Promise.all(pages.map((page) => page.close()));
  await context.setOffline(false);
  await context.clearPermissions();
  await context.clearCookies();
};

/**
 * Registers tests of the admin in Chromium, against a service that all tests of a file share. Each test
 * starts with empty data and the starter collections. An error in the console of a page or an exception in
 * its scripts fails the test.
 *
 * @param env more variables of the service. @param extensions its own ports.
 */
export const withAdmin = (
  registerTests: (world: AdminWorld) => void,
  env: Readonly<Record<string, string>> = {},
  extensions: Extensions = {},
): void => {
  withChromium((openBrowser) => {
    let service: ServedService;
    let contexts: BrowserContext[] = [];
    let tolerated: RegExp[] = [];
    let isShared = true;

    beforeAll(async () => {
      service = await serve(env, extensions);
      await service.reset();
    });
    // Its timers would disturb files that replace the timers of the worker.
    afterAll(() => service[Symbol.asyncDispose]());
    afterEach(async () => {
      if (!isShared) [shared, idlePage] = [undefined, undefined];
      await Promise.all(
        contexts.map(async (context) => {
          await ignoreRoutes(context);
          await (context === shared ? clear(context) : context.close());
        }),
      );
      contexts = [];
      isShared = true;
      await service.reset();
      const found = mistakes.filter((each) => !tolerated.some((pattern) => pattern.test(each)));
      mistakes = [];
      tolerated = [];
      expect(found).toEqual([]);
    });

    const cms = (): Cms => service.service.cms;

    const signIn: AdminWorld['signIn'] = async (context, role) => {
      const email = `${role}@example.com`;
      const users = await cms().users.list(operator, {});
      if (!users.some(({ user }) => user.email === email)) {
        await cms().users.create(operator, { email, password: adminPassword, role });
      }
      const session = { email, password: adminPassword, client: randomUUID() };
      const { token } = await cms().accounts.logIn(session);
      await context.addCookies([{ name: 'auth_token', value: token, url, httpOnly: true }]);
    };

    const profile = async (): Promise<BrowserContext> => {
      const browser = await openBrowser();
      const context =
        contexts.length === 0 ? (shared ??= await newProfile(browser)) : await newProfile(browser);
      contexts.push(context);
      if (context === shared) await keepProcess(context);
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
      closeProfile: () => {
        isShared = false;
      },
      signIn,
      open: async (path, role = 'admin') => {
        const context = await profile();
        await signIn(context, role);
        return openIn(context, path);
      },
      openSignedOut: async (path) => openIn(await profile(), path),
    });
  });
};

/** A folder that Git ignores; undefined unless they are asked for: they take a fifth of the time of these tests. */
const screenshots =
  process.env['SCREENSHOTS'] === '1'
    ? fileURLToPath(new URL('../../../dist/screenshots/', import.meta.url))
    : undefined;

/** The minified build: each page gets the text again, and the other one is twice as long. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const wide = { width: 1280, height: 800 };
const narrow = { width: 360, height: 740 };

/** Of axe, those that depend on the colour scheme. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * Inspects what a page shows: no serious finding of axe in either colour scheme and width, and no sideways
 * scrolling at 360 px. With `SCREENSHOTS=1`, saves both schemes and widths as `dist/screenshots/<name>-….jpeg`.
 */
export const inspect = async (page: Page, name: string): Promise<void> => {
  const findings: string[] = [];
  const save = async (view: string): Promise<void> => {
    if (screenshots === undefined) return;
    await mkdir(screenshots, { recursive: true });
    await page.screenshot({ path: `${screenshots}${name}-${view}.jpeg`, animations: 'disabled' });
  };
  const check = async (view: string, rules?: readonly string[]): Promise<void> => {
    findings.push(...(await findingsOf(page, rules)).map((finding) => `${view}: ${finding}`));
  };

  // Each change of the view costs a layout. All rules run once in each scheme, and once in each width.
  await save('light-wide');
  await check('light-wide');
  await page.emulateMedia({ colorScheme: 'dark' });
  await save('dark-wide');
  await check('dark-wide', colourRules);
  await page.setViewportSize(narrow);
  await save('dark-narrow');
  await check('dark-narrow');
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  if (overflow !== 0) findings.push(`scrolls sideways by ${String(overflow)} px`);
  await page.emulateMedia({ colorScheme: 'light' });
  await save('light-narrow');
  await page.setViewportSize(wide);
  expect(findings).toEqual([]);
};

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
  }[];
}

/**
 * The serious findings of axe: WCAG 2.2 A and AA, and best practices.
 *
 * @param rules only these.
 */
const findingsOf = async (page: Page, rules?: readonly string[]): Promise<readonly string[]> => {
  // The page's policy forbids added scripts; the debugging protocol may evaluate them.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axeSource);
  const options = {
    resultTypes: ['violations'],
    // A page of a website in a frame is not ours.
    iframes: false,
    ...(rules === undefined
      ? // Of WCAG 2.2, and not among the rules that axe applies by itself.
        { rules: { 'target-size': { enabled: true } } }
      : { runOnly: { type: 'rule', values: rules } }),
  };
  const { violations } = await page.evaluate<AxeResult>(`axe.run(${JSON.stringify(options)})`);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
};
