import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { projectRoot } from './sources.ts';

/** A page of the documentation. */
export interface Page {
  /** From the project's root, with slashes. */
  readonly path: string;
  readonly text: string;
  /** The text without blocks of code. */
  readonly prose: string;
}

export const page = (path: string, text: string): Page => ({
  path,
  text,
  prose: text.replace(/^```[^]*?^```$/gm, ''),
});

/** The README and everything in docs. */
export const readPages = (): readonly Page[] => {
  const docs = readdirSync(join(projectRoot, 'docs'), { recursive: true, encoding: 'utf8' });
  const paths = ['README.md', ...docs.map((path) => posix.join('docs', path)).sort()];
  return paths
    .filter((path) => path.endsWith('.md'))
    .map((path) => page(path, readFileSync(join(projectRoot, path), 'utf8')));
};

/** A link within the project. */
export interface Link {
  /** The target as written on the page. */
  readonly target: string;
  /** The target file, from the project's root. */
  readonly path: string;
  readonly anchor: string | undefined;
}

/** The links of a page to targets within the project. */
export const linksOf = ({ path, prose }: Page): readonly Link[] =>
  [...prose.replace(/`[^`\n]*`/g, '').matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => {
      const [file = '', anchor] = target.split('#');
      const leadsTo = file === '' ? path : posix.join(posix.dirname(path), file);
      return { target, path: leadsTo, anchor };
    });

/** The anchors that GitHub generates for a page's headings. */
export const anchorsOf = ({ prose }: Page): ReadonlySet<string> => {
  const counts = new Map<string, number>();
  const anchors = [...prose.matchAll(/^#{1,6} +(.+?)\s*$/gm)].map(([, heading = '']) => {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = plain.replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-');
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
  return new Set(anchors);
};

/** The broken links of a page, one sentence each. */
export const deadLinks = (from: Page, pages: readonly Page[]): readonly string[] =>
  linksOf(from).flatMap(({ target, path, anchor }) => {
    const leadsTo = pages.find((each) => each.path === path);
    if (leadsTo === undefined && !existsSync(join(projectRoot, path))) {
      return [`${from.path} links to ${target}`];
    }
    if (anchor === undefined) return [];
    const isThere = leadsTo !== undefined && anchorsOf(leadsTo).has(anchor);
    return isThere ? [] : [`${from.path} links to ${target}, which has no such heading`];
  });

const projectPath = /^(?:\.ci|adapters|bootstrap|contracts|core|docs|test)\/[\w./-]*$/;

/** The files and folders of the project that a page names in its prose. */
export const filesNamed = ({ prose }: Page): readonly string[] =>
  [...prose.matchAll(/`([^`\n]+)`/g)]
    .map(([, code = '']) => code)
    .filter((code) => projectPath.test(code) && !code.includes('//'));

/** A row of a table of operations in docs/rest-api.md. */
export interface DocumentedEndpoint {
  /** The method in lower case. */
  readonly method: string;
  /** The path template, such as `/api/content/{id}`. */
  readonly path: string;
  /** Who may call it: `anybody`, `users`, or roles, such as `author (own), editor, admin`. */
  readonly who: string;
  /** What it does, such as `creates an item`. */
  readonly does: string;
}

const endpointRow = /^\| `(GET|POST|PUT|DELETE) (\/[^`]*)` \| ([^|]+) \| ([^|]+) \|$/gm;

/** The rows of all these tables. */
export const documentedEndpoints: readonly DocumentedEndpoint[] = [
  ...readFileSync(join(projectRoot, 'docs/rest-api.md'), 'utf8').matchAll(endpointRow),
].map(([, method = '', path = '', who = '', does = '']) => ({
  method: method.toLowerCase(),
  path,
  who,
  does,
}));
