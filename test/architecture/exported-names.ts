import { posix } from 'node:path';
import type { Source } from './sources.ts';

/** Sources by their paths. */
export type Sources = ReadonlyMap<string, Source>;

/** The exported names of a file, also of those that it exports again, with the files that declare them. */
export const exportedNames = (path: string, sources: Sources): ReadonlyMap<string, string> => {
  const text = sources.get(path)?.text ?? '';
  const fromOthers = [...text.matchAll(exportFrom)].flatMap(([, names, from = '']) => {
    const others = exportedNames(posix.join(posix.dirname(path), from), sources);
    const chosen = names?.split(',').map((name) => name.trim().replace(/^type /, ''));
    return [...others].filter(([name]) => chosen?.includes(name) ?? true);
  });
  const own = [...text.matchAll(declared)].map(([, name = '']) => [name, path] as const);
  return new Map([...fromOthers, ...own]);
};

const exportFrom = /^export (?:type )?(?:\*|\{([^}]*)\}) from '([^']+)';$/gm;
const declared = /^export (?:async )?(?:class|const|function|interface|type) (\w+)/gm;
