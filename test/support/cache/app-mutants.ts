import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { createFetchHandler } from '../../../adapters/fetch/fetch-handler.ts';
import type { createApp } from '../../../adapters/koa/app.ts';
import type { portableCms } from '../../../bootstrap/portable.ts';
import { appOfFetch, type AdapterName, type CreateApp } from '../http/http-adapters.ts';

/** A change of one file. */
export interface AppMutant {
  readonly name: string;
  /** The end of its path. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const project = new URL('../../../', import.meta.url).href;
const adapter = `${project}adapters/`;

let mutants = 0;

/**
 * Loads modules once more, with a change.
 *
 * @param root what is loaded again: everything below it.
 * @throws Error if the file does not have the text.
 */
const importChanged = async (
  root: string,
  { file, from, to }: AppMutant,
  paths: readonly string[],
): Promise<readonly unknown[]> => {
  mutants += 1;
  const mark = `?mutant=${mutants}`;
  let isChanged = false;
  const isPart = (url: string): boolean => url.startsWith(root) && !url.includes('/node_modules/');
  const hooks = registerHooks({
    resolve: (specifier, context, nextResolve) => {
      const found = nextResolve(specifier, context);
      const isMarked = context.parentURL?.endsWith(mark) === true && isPart(found.url);
      return isMarked ? { ...found, url: found.url + mark } : found;
    },
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context);
      if (!url.endsWith(mark) || !fileURLToPath(url).endsWith(file)) return loaded;
      const source = new TextDecoder().decode(loaded.source as Uint8Array);
      isChanged = source.includes(from);
      return { ...loaded, source: source.replace(from, () => to) };
    },
  });
  try {
    const modules: unknown[] = [];
    for (const path of paths) modules.push(await import(`${project}${path}${mark}`));
    if (!isChanged) throw new Error(`${file} does not contain: ${from}`);
    return modules;
  } finally {
    hooks.deregister();
  }
};

/** Loads an HTTP adapter once more, with a change. @throws Error if the file does not have the text. */
export const importMutant = async (
  mutant: AppMutant,
  name: AdapterName = 'koa',
): Promise<CreateApp> => {
  if (name === 'fetch') {
    const [handler] = await importChanged(adapter, mutant, ['adapters/fetch/fetch-handler.ts']);
    type Handler = { readonly createFetchHandler: typeof createFetchHandler };
    return appOfFetch((handler as Handler).createFetchHandler);
  }
  const [app] = await importChanged(adapter, mutant, ['adapters/koa/app.ts']);
  return (app as { readonly createApp: typeof createApp }).createApp;
};

export interface Program {
  readonly createApp: typeof createApp;
  readonly portableCms: typeof portableCms;
}

/** Loads the core, the memory adapters and the HTTP adapter once more, with a change in one of them. */
export const importProgram = async (mutant: AppMutant): Promise<Program> => {
  const paths = ['adapters/koa/app.ts', 'bootstrap/portable.ts'];
  const [app, portable] = await importChanged(project, mutant, paths);
  return { ...(app as Program), ...(portable as Program) };
};
