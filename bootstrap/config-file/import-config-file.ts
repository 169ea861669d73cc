import { spawnSync } from 'node:child_process';
import { registerHooks } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ConfigError } from '../config.ts';
import { programModules } from './program-modules.ts';

/**
 * Imports a configuration file.
 *
 * @returns the module.
 * @throws ConfigError when the file cannot be read or executed.
 */
export const importConfigFile = async (path: string): Promise<unknown> => {
  const { href } = pathToFileURL(path);
  resolveImportsOf(href);
  try {
    return await import(href);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`${locationOf(error, path)}: ${reason}`]);
  }
};

/**
 * Makes the imports of the file independent of its folder. `quoin/config`, the other exports of the package, and
 * the core that adapters import resolve to the modules of this program, so that classes such as DomainError are
 * the same. TypeScript is always a module, whatever a package.json says. Stays in force, because a hook can
 * import files later.
 */
const resolveImportsOf = (href: string): void => {
  const own = new Set<string>();
  let isLookup = false;
  const lookUp = (specifier: string): string => {
    isLookup = true;
    try {
      return import.meta.resolve(specifier);
    } finally {
      isLookup = false;
    }
  };
  registerHooks({
    resolve: (specifier, context, nextResolve) => {
      if (specifier.startsWith('quoin/') && !isLookup) {
        return { url: sharedModule(lookUp(specifier)), shortCircuit: true };
      }
      const isFile = specifier === href;
      const resolved = isFile ? { url: href, shortCircuit: true } : nextResolve(specifier, context);
      const shared = sharedModule(resolved.url);
      if (shared !== resolved.url) return { url: shared, shortCircuit: true };
      if (!isFile && !own.has(context.parentURL ?? '')) return resolved;
      if (!/^file:.*\.ts$/.test(resolved.url) || resolved.url.includes('/node_modules/')) {
        return resolved;
      }
      own.add(resolved.url);
      return { ...resolved, format: 'module-typescript' };
    },
  });
};

const sharedModule = (url: string): string => programModules.get(url) ?? url;

/** The file and line of a mistake, which can be in an imported file. */
const locationOf = (error: unknown, path: string): string => {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const own = placesIn(stack).find((place) => place.file === path);
  const place = own ?? placesIn(stack.slice(0, stack.indexOf('\n')))[0];
  if (place !== undefined) return `${place.file}:${place.line}`;
  const line = error instanceof SyntaxError ? lineOfSyntaxError(path) : undefined;
  return line === undefined ? path : `${path}:${line}`;
};

/** The places in a stack: `/a.ts:3`, `at file:///a.ts:3:7`, `at f (file:///a.ts:3:7)`. */
export const placesIn = (
  stack: string,
): readonly { readonly file: string; readonly line: string }[] =>
  stack.split('\n').flatMap((text) => {
    const found = /(file:\/\/.+?|(?<=^|\()\/.+?):(\d+)(?::\d+)?\)?$/.exec(text);
    const [, place = '', line = ''] = found ?? [];
    if (place === '') return [];
    return [{ file: place.startsWith('file:') ? fileURLToPath(place) : place, line }];
  });

/** For a module in JavaScript, only a separate check reports the line. */
const lineOfSyntaxError = (path: string): string | undefined => {
  const { stderr } = spawnSync(process.execPath, ['--check', path], { encoding: 'utf8' });
  return placesIn(stderr.slice(0, stderr.indexOf('\n')))[0]?.line;
};
