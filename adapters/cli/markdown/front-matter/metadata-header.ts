/** Names that a header begins with, in the spelling of {@link plainName}. A paragraph rarely begins with one. */
const certainNames = new Set([
  'title',
  'date',
  'created',
  'modified',
  'updated',
  'slug',
  'status',
  'draft',
  'published',
  'author',
  'authors',
  'tags',
  'category',
  'categories',
  'lang',
  'language',
  'layout',
  'template',
  'permalink',
  'url',
  'save_as',
]);

/** A paragraph can begin with these, so another name must follow. */
const possibleNames = new Set([
  'summary',
  'subtitle',
  'description',
  'abstract',
  'excerpt',
  'keywords',
  'copyright',
  'series',
  'image',
  'cover',
]);

/** The names whose value is a list, separated by commas, semicolons and lines. */
const listNames = new Set(['tags', 'keywords', 'categories', 'authors']);

/** A text split into its header and the text below it. */
interface HeaderText {
  readonly format: 'yaml' | 'header';
  readonly matter: string;
  readonly firstLine: number;
  readonly body: string;
}

const namedLine = /^([A-Za-z][\w -]{0,39}?)[ \t]*:(?:[ \t]+(.*))?$/;
const end = /^(?:---|\.\.\.)[ \t]*$/;

/**
 * The header of Pelican, MultiMarkdown and older versions of MkDocs: lines `Name: value` without a line of `---` above
 * them, up to a blank line, a line of `---`, or the first other line. It must begin with a usual name, because a paragraph
 * can have this form, too. Hexo allows YAML in this place, which a line of `---` ends.
 */
export const metadataHeader = (text: string): HeaderText | undefined => {
  const lines = text.split('\n', maxLines).map((line) => line.replace(/\r$/, ''));
  const [first = ''] = lines;
  const firstName = nameOf(first);
  if (firstName === undefined) return undefined;
  const isCertain = certainNames.has(firstName);
  if (!isCertain && !possibleNames.has(firstName)) return undefined;
  const stop = lines.findIndex((line, index) => index > 0 && !isPart(line));
  const matter = stop < 0 ? lines : lines.slice(0, stop);
  const names = matter.flatMap((line) => nameOf(line) ?? []);
  const known = names.filter((name) => certainNames.has(name) || possibleNames.has(name));
  const last = stop < 0 ? '' : (lines[stop] ?? '');
  const isClosed = last.trim() === '' || end.test(last);
  if (!(isCertain && isClosed) && known.length < 2) return undefined;
  const bodyLine = matter.length + (end.test(last) ? 1 : 0);
  return {
    format: matter.some((line) => /^\s*- /.test(line)) ? 'yaml' : 'header',
    matter: `${matter.join('\n')}\n`,
    firstLine: 1,
    body: afterLines(text, bodyLine),
  };
};

const maxLines = 1_000;

/** A name with its value, more of the value, or an entry of a list in YAML. */
const isPart = (line: string): boolean => namedLine.test(line) || /^(?:[ \t]+|- )\S/.test(line);

const nameOf = (line: string): string | undefined => {
  const [, name] = namedLine.exec(line) ?? [];
  return name === undefined ? undefined : plainName(name);
};

const plainName = (name: string): string => name.toLowerCase().replace(/[ -]+/g, '_');

/** The text below a number of lines, without the blank ones that separate it. */
const afterLines = (text: string, count: number): string => {
  let start = 0;
  for (let line = 0; line < count; line += 1) {
    const next = text.indexOf('\n', start);
    if (next < 0) return '';
    start = next + 1;
  }
  return text.slice(start).replace(/^(?:[ \t]*\r?\n)+/, '');
};

/** Reads the lines of a header. All values are texts, or lists of texts; names are in lower case. */
export const parseHeader = (matter: string): Readonly<Record<string, string | string[]>> => {
  const values = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of matter.split('\n')) {
    const [, name, value = ''] = namedLine.exec(line) ?? [];
    if (name !== undefined) {
      current = [value.trim()];
      values.set(plainName(name), current);
    } else if (line.trim() !== '') {
      current.push(line.trim());
    }
  }
  return Object.fromEntries(
    [...values].map(([name, lines]) => [name, valueOf(name, lines.filter(Boolean))]),
  );
};

const valueOf = (name: string, lines: readonly string[]): string | string[] => {
  if (!listNames.has(name) && !(name === 'author' && lines.length > 1)) return lines.join(' ');
  const separator = lines.some((line) => line.includes(';')) ? ';' : ',';
  return lines
    .flatMap((line) => line.split(separator))
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
};
