import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { createApp } from '../../../adapters/koa/app.ts';

/** A change of one file of the HTTP adapter. */
export interface AppMutant {
  readonly name: string;
  /** The end of its path. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const adapter = new URL('../../../adapters/koa/', import.meta.url).href;

let mutants = 0;

/** Loads the HTTP adapter once more, with a change. @throws Error if the file does not have the text. */
export const importMutant = async ({ file, from, to }: AppMutant): Promise<typeof createApp> => {
  mutants += 1;
  const mark = `?mutant=${mutants}`;
  let isChanged = false;
  const hooks = registerHooks({
    resolve: (specifier, context, nextResolve) => {
      const found = nextResolve(specifier, context);
      const isPart = context.parentURL?.endsWith(mark) === true && found.url.startsWith(adapter);
      return isPart ? { ...found, url: found.url + mark } : found;
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
    const { createApp: create } = (await import(`${adapter}app.ts${mark}`)) as {
      readonly createApp: typeof createApp;
    };
    if (!isChanged) throw new Error(`${file} does not contain: ${from}`);
    return create;
  } finally {
    hooks.deregister();
  }
};
