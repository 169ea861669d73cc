import { describe, expect, test } from 'vitest';
import { readSources, source, violations, type Rule } from './sources.ts';

interface Ban {
  /** Matched against code, not against comments or strings. */
  readonly pattern: RegExp;
  readonly sentence: string;
  readonly appliesTo: (path: string) => boolean;
}

const everywhere = (): boolean => true;

const inCore = (path: string): boolean => path.startsWith('core/');

const readersOfEnvironment: ReadonlySet<string> = new Set([
  'bootstrap/config.ts',
  'bootstrap/tools/packages.mjs',
  'bootstrap/cli.mjs',
]);

const mayReadEnvironment = (path: string): boolean =>
  readersOfEnvironment.has(path) || path.startsWith('test/');

const bans: readonly Ban[] = [
  { pattern: /\bDate\s*\.\s*now\b/, sentence: 'reads the clock', appliesTo: inCore },
  {
    pattern: /\bnew\s+Date\b(?!\s*\(\s*[^\s)])/,
    sentence: 'reads the clock: a Date needs its time as an argument',
    appliesTo: inCore,
  },
  { pattern: /(?<!new\s*)\bDate\s*\(/, sentence: 'reads the clock', appliesTo: inCore },
  { pattern: /\bMath\s*\.\s*random\b/, sentence: 'uses random numbers', appliesTo: inCore },
  {
    pattern: /(?<![.\w$])(?:globalThis\b|console\s*(?:\?\.|[.[]))/,
    sentence: 'uses its host',
    appliesTo: inCore,
  },
  {
    // Only known members: `process` is also the name of a cache tier.
    pattern:
      /(?<![.\w$])process\s*\??\.\s*(?:argv|cwd|env|exit|hrtime|nextTick|on|pid|platform|std(?:err|in|out)|uptime|versions?)\b/,
    sentence: 'uses its host',
    appliesTo: inCore,
  },
  {
    pattern: /(?<![.\w$])class\s+(?!DomainError\b)\w/,
    sentence: 'declares a class; the core has one, DomainError',
    appliesTo: inCore,
  },
  {
    pattern: /\baudit\s*\.\s*add\b/,
    sentence: 'writes the audit by hand, and not through audited',
    appliesTo: (path) => inCore(path) && path !== 'core/events/record-audit.ts',
  },
  {
    pattern: /@/,
    sentence: 'uses a decorator, which type stripping does not support',
    appliesTo: everywhere,
  },
  { pattern: /\b(?:as|satisfies)\s+any\b/, sentence: 'casts to any', appliesTo: everywhere },
  {
    pattern: /\bexport\s+default\b|\bas\s+default\b/,
    sentence: 'has a default export',
    // Runtimes look for the export of a server there.
    appliesTo: (path) => !path.endsWith('.config.ts') && path !== servedProgram,
  },
  {
    pattern: /\bprocess\s*(?:\?\.\s*)?(?:\.\s*env\b|\[)|\benv\b[^{}]*\}\s*=\s*process\b/,
    sentence: 'reads the environment',
    appliesTo: (path) => !mayReadEnvironment(path),
  },
];

const servedProgram = 'test/runtimes/programs/rest-service.ts';

/** Forbidden code, by folder. */
const purityRule: Rule = ({ path, code, imports }) => [
  ...bans
    .filter(({ appliesTo, pattern }) => appliesTo(path) && pattern.test(code))
    .map(({ sentence }) => sentence),
  ...(imports.some((name) => /^(?:node:)?process$/.test(name ?? '')) && !mayReadEnvironment(path)
    ? ['imports the process, and with it the environment']
    : []),
];

const findings = (path: string, text: string): readonly string[] =>
  violations([source(path, text)], purityRule);

describe('a planted violation is reported:', () => {
  test.each([
    ['core/primitives/time.ts', 'const now = Date.now();', 'reads the clock'],
    ['core/primitives/time.ts', 'const now = Date\n  .now;', 'reads the clock'],
    ['core/primitives/time.ts', 'const now = new Date();', 'reads the clock'],
    ['core/primitives/time.ts', 'const now = new Date;', 'reads the clock'],
    ['core/primitives/time.ts', 'const now = Date();', 'reads the clock'],
    ['core/primitives/time.ts', 'const dice = Math.random();', 'uses random numbers'],
    ['core/primitives/time.ts', 'console.log(1);', 'uses its host'],
    ['core/primitives/time.ts', 'globalThis.setTimeout();', 'uses its host'],
    ['core/primitives/time.ts', 'process.exit();', 'uses its host'],
    ['core/primitives/time.ts', 'export class Clock {}', 'declares a class'],
    ['core/primitives/time.ts', 'const text = `${Date.now()}`;', 'reads the clock'],
    ['core/accounts/delete-user.ts', 'await audit.add([note]);', 'writes the audit by hand'],
    ['adapters/koa/app.ts', '@injectable()\nexport class App {}', 'uses a decorator'],
    ['adapters/koa/app.ts', 'const x = y as any;', 'casts to any'],
    ['adapters/koa/app.ts', 'export default 1;', 'has a default export'],
    ['adapters/koa/app.ts', 'export { x as default };', 'has a default export'],
    ['adapters/koa/app.ts', 'const x = process.env.PORT;', 'reads the environment'],
    ['adapters/koa/app.ts', "const x = process['env'];", 'reads the environment'],
    ['bootstrap/main.ts', 'const { argv, env } = process;', 'reads the environment'],
    ['bootstrap/main.ts', "import { env } from 'node:process';", 'imports the process'],
  ])('%s with %j', (path, text, sentence) => {
    expect(findings(path, text)).toContainEqual(expect.stringContaining(sentence));
  });
});

describe('what the rules allow passes:', () => {
  test.each([
    [
      'core/primitives/time.ts',
      '/** Never Date.now(), {@link Clock} instead. */ const a = "Math.random()";',
    ],
    ['core/primitives/time.ts', 'const iso = new Date(now).toISOString(); const t = clock.now();'],
    ['core/events/record-audit.ts', 'await repositories.audit.add(notes);'],
    ['core/primitives/time.ts', 'export class DomainError extends Error {}'],
    ['core/primitives/time.ts', 'const processed = { process: 1 }; const updateDate = setDate(1);'],
    ['core/primitives/time.ts', 'const near = await process.get(key);'],
    ['adapters/koa/app.ts', 'export class App {} const now = Date.now();'],
    ['bootstrap/config.ts', 'const port = process.env.PORT;'],
    ['bootstrap/main.ts', 'process.exitCode = 1; const [, , verb] = process.argv;'],
    ['test/support/services.ts', 'const url = process.env.TEST_DATABASE_URL;'],
    ['test/vitest.config.ts', 'export default {};'],
  ])('%s with %j', (path, text) => {
    expect(findings(path, text)).toEqual([]);
  });
});

test('the project keeps every purity rule', () => {
  const sources = readSources();
  expect(sources.filter(({ path }) => path.startsWith('core/')).length).toBeGreaterThan(50);
  expect(violations(sources, purityRule)).toEqual([]);
});
