import { cpSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, posix } from 'node:path';
import { placeFiles, readPage, run, typeErrors } from '../doc-examples.ts';
import { page, filesNamed } from '../pages.ts';
import { projectRoot } from '../sources.ts';

/** An edit by hand: a new file, or a text that goes before another one. */
export interface Edit {
  readonly path: string;
  readonly text: string;
  /** Stands once in the source. Absent for a new file. */
  readonly before?: string;
}

/** A section of docs/contributing.md, followed once. */
export interface Recipe {
  readonly heading: string;
  readonly edits: readonly Edit[];
  /** A program in the folder `recipe` that uses what the edits add, and prints what it sees as JSON. */
  readonly probe: string;
}

/** For probes: a service in memory. */
const service = `import { createFetchHandler } from '../adapters/fetch/fetch-handler.ts';
import { portableCms } from '../bootstrap/portable.ts';

const shared = { uploadMaxBytes: 1, mediaBaseUrl: 'https://cms.example/files' };

export const openService = async () => {
  const log = { info: () => undefined, warn: () => undefined, error: console.error };
  const { cms, ports } = await portableCms({ ...shared, secret: 'a'.repeat(32), ports: { log } });
  const handle = createFetchHandler(cms, {
    ...shared,
    publicUrl: 'https://cms.example',
    csrfSecret: 'b'.repeat(32),
    clock: ports.clock,
    log,
    clientOf: (request) => request.headers.get('x-forwarded-for') ?? undefined,
  });
  const request = (path: string, init?: RequestInit) =>
    handle(new Request('https://cms.example' + path, init));
  return { cms, request };
};
`;

const withText = (source: string, { path, text, before = '' }: Edit): string => {
  const parts = source.split(before);
  if (before === '' || parts.length !== 2) throw new Error(`${path} has no single place`);
  return parts.join(`${text}${before}`);
};

/** Makes the edits of a recipe in a copy of the sources. @throws Error if an edit has no place. */
export const follow = (folder: string, { edits, probe }: Recipe): void => {
  const files = new Map<string, string>();
  for (const edit of edits) {
    const { path, text, before } = edit;
    files.set(
      path,
      before === undefined ? text : withText(files.get(path) ?? readPage(path), edit),
    );
  }
  files.set('recipe/service.ts', service).set('recipe/probe.ts', probe);
  cpSync(join(projectRoot, 'docs'), join(folder, 'docs'), { recursive: true });
  placeFiles(folder, files);
  const admin = 'adapters/admin/node_modules';
  symlinkSync(join(projectRoot, admin), join(folder, admin));
};

/** The compiler's errors for the probe and what it imports. */
export const errorsOf = (folder: string): Promise<string> =>
  typeErrors(folder, { files: ['recipe/probe.ts'], types: ['node'] });

/** What the probe prints. */
export const seenBy = async (folder: string): Promise<unknown> => {
  const output = await run(folder, ['recipe/probe.ts']);
  try {
    return JSON.parse(output);
  } catch {
    throw new Error(output);
  }
};

/** The files that `npm run docs` changes. */
export const generatedIn = async (folder: string): Promise<readonly string[]> => {
  const paths = [
    ...readdirSync(join(folder, 'docs')).map((name) => posix.join('docs', name)),
    'contracts/client/routes.ts',
  ].filter((path) => /\.(?:md|ts)$/.test(path));
  const textOf = (path: string): string => readFileSync(join(folder, path), 'utf8');
  const before = new Map(paths.map((path) => [path, textOf(path)]));
  const output = await run(folder, ['bootstrap/tools/docs.mjs']);
  if (output !== '') throw new Error(output);
  return paths.filter((path) => textOf(path) !== before.get(path));
};

/** The files and folders that the section of a recipe names. @throws Error if the page lacks it. */
export const placesNamed = (heading: string): readonly string[] => {
  const [, section] = readPage('docs/contributing.md').split(`\n## ${heading}\n`);
  if (section === undefined) throw new Error(`There is no section '${heading}'`);
  return filesNamed(page('', section.split('\n## ')[0] ?? ''));
};
