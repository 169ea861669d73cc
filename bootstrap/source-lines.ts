import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';
import { programModules } from './config-file/program-modules.ts';

/**
 * Makes the stacks of errors name the lines of the sources if this program is a bundle. Reads a source map
 * when the first stack with its file is read: Node's own support reads all of them at the start, which takes
 * 25 MB of memory.
 */
export const showSourceLines = (): void => {
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
