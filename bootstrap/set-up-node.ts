import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { cacheCompiledModules } from './compile-cache.ts';
import { programModules } from './config-file/program-modules.ts';

/**
 * Caches compiled sources on disk, which halves the time of a start, and makes stacks name the lines of the
 * sources. Only modules that are imported afterwards are cached: call this first and import the rest
 * dynamically. The cache does nothing where its folder is not writable. Turns off the debugger, too.
 */
export const setUpNode = (): void => {
  // Not in the system's folder for temporary files, where other accounts could write.
  cacheCompiledModules(fileURLToPath(new URL('../node_modules/.cache/quoin', import.meta.url)));
  showSourceLines();
  // By default Node opens its debugger, which can read and change everything in the process.
  process.on('SIGUSR1', () => undefined);
};

/** Sets how V8 uses the heap, in processes that serve requests, and in commands, which read whole exports. */
export const tuneHeap = (): void => {
  // Collects garbage when the heap has grown by three tenths since the last collection. By default it grows to three
  // times its size first, which is most of the memory of a service under load. See ADR 0047.
  setFlagsFromString('--heap-growing-percent=30');
  // By default, V8 learns from the first content that it caches to allocate parts of requests in the old generation.
  // See ADR 0047.
  setFlagsFromString('--no-allocation-site-pretenuring');
};

/**
 * Makes the stacks of errors name the lines of the sources if this program is a bundle. Reads a source map
 * when the first stack with its file is read: Node's own support reads all of them at the start, which takes
 * 25 MB of memory.
 */
const showSourceLines = (): void => {
  if (programModules.size === 0) return;
  const maps = new Map<string, SourceMap | undefined>();
  Error.prepareStackTrace = (error, frames) =>
    [
      Error.prototype.toString.call(error),
      ...frames.map((frame) => `    at ${inSource(textOf(frame), maps)}`),
    ].join('\n');
};

/** The types of Node leave out this method. */
const textOf = (frame: { toString(): string }): string => frame.toString();

const inSource = (frame: string, maps: Map<string, SourceMap | undefined>): string =>
  frame.replace(/(file:[^()]+):(\d+):(\d+)/, (place, url: string, line: string, column: string) => {
    if (!maps.has(url)) maps.set(url, readMap(url));
    const origin = maps.get(url)?.findOrigin(Number(line), Number(column));
    return origin !== undefined && 'fileName' in origin
      ? `${new URL(origin.fileName, url).href}:${origin.lineNumber}:${origin.columnNumber}`
      : place;
  });

const readMap = (url: string): SourceMap | undefined => {
  try {
    const text = readFileSync(fileURLToPath(`${url}.map`), 'utf8');
    return new SourceMap(JSON.parse(text) as SourceMapPayload);
  } catch {
    // The file has no map: it is of a package or of an operator.
    return undefined;
  }
};
