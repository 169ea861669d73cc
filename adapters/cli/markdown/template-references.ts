import { isMediaAddress, type Reference } from './file-address.ts';
import { isTextAttribute } from './html-references.ts';

/** `{{ … }}`, with the brackets of a shortcode of Hugo, or `{% … %}`. Templates do not nest. */
const template = /\{\{((?:(?!\}\}|\{\{)[\s\S]){0,2000})\}\}|\{%((?:(?!%\}|\{%)[\s\S]){0,2000})%\}/g;

/** A text in quotes or a word, after the name of its argument. */
const argument =
  /(?:([\w-]+)[ \t]*[=:][ \t]*)?(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([^\s"'`=,()|{}<>%]+))/g;

/** The files that the templates of a text refer to. */
export interface TemplateReferences {
  readonly references: readonly Reference[];
  /** The notation of each reference that the import does not read, such as `{{< gallery >}}`. */
  readonly unread: readonly string[];
}

/**
 * Finds the addresses of media files and documents in templates: shortcodes of Hugo, tags of Jekyll and
 * other systems with Liquid or Nunjucks, and functions of Zola.
 */
export const findTemplateReferences = (text: string): TemplateReferences => {
  const references: Reference[] = [];
  const unread: string[] = [];
  for (const match of text.matchAll(template)) {
    const [matched, braces, tag] = match;
    const found = readTemplate(matched, braces ?? tag ?? '', tag !== undefined);
    const place = ({ start, end, ...rest }: Reference): Reference => ({
      ...rest,
      start: start + match.index,
      end: end + match.index,
    });
    references.push(...found.references.map(place));
    unread.push(...found.unread);
  }
  return { references, unread };
};

const readTemplate = (text: string, content: string, isTag: boolean): TemplateReferences => {
  // The body of a comment: {{</* figure src="a.png" */>}} shows how to write it.
  if (/^[<%]?\s*\/\*/.test(content) || isObject(text)) return nothing;
  const [, name = ''] = /^[<%-]*\s*([\w./-]*)/.exec(content) ?? [];
  const isShortcode = !isTag && /^[<%]/.test(content);
  const reference = { address: text, start: 0, end: text.length };
  if (isTag ? /^(?:link|post_url)$/.test(name) : isShortcode && /^(?:rel)?ref$/.test(name)) {
    return { references: [{ ...reference, isLink: true }], unread: [] };
  }
  if (!isShortcode && !isTag && /^-?\s*["']/.test(content)) {
    return isMediaAddress(text) ? { references: [reference], unread: [] } : nothing;
  }
  const isFunction = /^-?\s*[\w.:]+\s*\(/.test(content);
  const found = [...findArguments(content, text.indexOf(content))];
  if (isShortcode || isTag || isFunction) {
    const patterns = isShortcode && /["'=\s][\w./-]*\*/.test(content);
    return { references: found, unread: patterns ? [`{{< ${name} >}}`] : [] };
  }
  return { references: [], unread: found.length > 0 ? ['{{ … }}'] : [] };
};

/** An object of JSX: `style={{ width: 1 }}`. */
const isObject = (text: string): boolean => /^\{\{\s*[\w'"]+\s*:(?!:)/.test(text);

const nothing: TemplateReferences = { references: [], unread: [] };

function* findArguments(content: string, offset: number): Generator<Reference> {
  for (const match of content.matchAll(argument)) {
    const [matched, name = '', double, single, back, word] = match;
    const value = double ?? single ?? back ?? word ?? '';
    if (!isMediaAddress(value) || isTextAttribute(name) || value.includes('*')) continue;
    const end = offset + match.index + matched.length - (word === undefined ? 1 : 0);
    // "A photo of pool.png" is a sentence.
    const isOptional = /\s/.test(value);
    yield { address: value, start: end - value.length, end, ...(isOptional && { isOptional }) };
  }
}

/** Tags of templates whose content is code or text. */
const literalOpening =
  /\{%-?\s*(raw|verbatim|comment|highlight|codeblock)\b|\{\{[<%]\s*(highlight)\b/g;

/** Finds the parts of a text in which templates and Markdown are not read. */
export function* findLiteralSections(
  text: string,
): Generator<{ readonly start: number; readonly end: number }> {
  const openings = new RegExp(literalOpening);
  const unclosed = new Set<string>();
  for (let match = openings.exec(text); match !== null; match = openings.exec(text)) {
    const [, tag, shortcode = ''] = match;
    const end =
      tag === undefined
        ? String.raw`\{\{[<%]\s*/\s*${shortcode}\b`
        : String.raw`\{%-?\s*end${tag}\b`;
    if (unclosed.has(end)) continue;
    const closing = new RegExp(end, 'g');
    closing.lastIndex = openings.lastIndex;
    if (closing.exec(text) === null) {
      unclosed.add(end);
      continue;
    }
    yield { start: match.index, end: closing.lastIndex };
    openings.lastIndex = closing.lastIndex;
  }
}

/**
 * Replaces templates so that their quotes, spaces and brackets are no Markdown or HTML. The positions of
 * all other characters stay.
 */
export const hideTemplates = (text: string): string =>
  text.replace(template, (matched) =>
    /`|\n[ \t]*\n/.test(matched) || isObject(matched)
      ? matched
      : matched.replace(/[^\n\r]/g, '\uE000'),
  );
