import type { Rule } from './sources.ts';

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
    pattern: /@/,
    sentence: 'uses a decorator, which type stripping does not support',
    appliesTo: everywhere,
  },
  { pattern: /\b(?:as|satisfies)\s+any\b/, sentence: 'casts to any', appliesTo: everywhere },
  {
    pattern: /\bexport\s+default\b|\bas\s+default\b/,
    sentence: 'has a default export',
    appliesTo: (path) => !path.endsWith('.config.ts'),
  },
  {
    pattern: /\bprocess\s*(?:\?\.\s*)?(?:\.\s*env\b|\[)|\benv\b[^{}]*\}\s*=\s*process\b/,
    sentence: 'reads the environment',
    appliesTo: (path) => !mayReadEnvironment(path),
  },
];

/** Forbidden code, by folder. */
export const purityRule: Rule = ({ path, code, imports }) => [
  ...bans
    .filter(({ appliesTo, pattern }) => appliesTo(path) && pattern.test(code))
    .map(({ sentence }) => sentence),
  ...(imports.some((name) => /^(?:node:)?process$/.test(name ?? '')) && !mayReadEnvironment(path)
    ? ['imports the process, and with it the environment']
    : []),
];
