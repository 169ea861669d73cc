import { SaxesParser } from 'saxes';
import { CommandError } from '../command-errors.ts';
import { itemReader, type WxrItem } from './wxr-item.ts';
import { readText } from './wxr-text.ts';

/** A part of an export of WordPress (WXR), in the order of the file. */
export type WxrPart =
  | { readonly kind: 'site'; readonly url: string }
  | { readonly kind: 'author'; readonly login: string; readonly email: string }
  | { readonly kind: 'term'; readonly taxonomy: string; readonly name: string }
  | { readonly kind: 'item'; readonly item: WxrItem }
  /** The rest of the file cannot be read. */
  | { readonly kind: 'mistake'; readonly message: string };

/** Nothing in an export is as deep. */
const maxDepth = 64;

/** The parser holds a text until its end. In UTF-16 units. */
const maxText = 32 * 1024 * 1024;

/**
 * Reads an export one item at a time. Ends at a mistake after which nobody knows what belongs together.
 *
 * @throws CommandError for a document type, and for an encoding that cannot be decoded.
 */
export async function* readParts(path: string): AsyncGenerator<WxrPart> {
  const parser = partParser(path);
  for await (const { text, mistake } of readText(path)) {
    if (text === undefined) parser.fail(mistake);
    else parser.write(text);
    yield* parser.take();
    if (parser.hasFailed()) return;
  }
  parser.end();
  yield* parser.take();
}

const partParser = (path: string) => {
  const parser = new SaxesParser();
  const found: WxrPart[] = [];
  const names: string[] = [];
  const item = itemReader();
  /** The members of an author or a term. */
  let record: Record<string, string> = {};
  let text: string[] = [];
  let failed = false;
  let isStarted = false;
  let sinceEvent = 0;

  const fail = (message: string): void => {
    if (failed) return;
    failed = true;
    found.push({ kind: 'mistake', message });
  };

  parser.on('doctype', () => {
    throw new CommandError(`${path} has a document type, which is refused.`);
  });
  parser.on('error', ({ message }) => {
    // WordPress writes such characters, and the parser goes on.
    if (message.endsWith('disallowed character.')) item.noteForbiddenCharacter();
    else fail(message);
  });
  parser.on('opentag', ({ name, attributes }) => {
    sinceEvent = 0;
    if (failed) return;
    names.push(name);
    text = [];
    if (names.length > maxDepth) fail('its elements are nested too deeply');
    else if (names.length === 3) {
      record = {};
      if (name === 'item') item.start();
    } else if (names[2] === 'item') item.open(names, attributes);
  });
  const addText = (part: string): void => {
    sinceEvent = 0;
    if (failed || names.length < 3) return;
    if (names[2] === 'item') item.text(part);
    else text.push(part);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', ({ name }) => {
    sinceEvent = 0;
    if (failed) return;
    const whole = names[2] === 'item' ? '' : text.join('');
    if (names.length === 4) record[name] = whole;
    if (names[2] === 'item') {
      item.close(names);
      if (names.length === 3) found.push({ kind: 'item', item: item.end() });
    } else if (names.length === 3) found.push(...channelPart(name, whole, record));
    names.pop();
    text = [];
  });

  return {
    fail,
    hasFailed: () => failed,
    write: (part: string): void => {
      // Plugins write blank lines in front of the declaration, where the parser expects none.
      const rest = isStarted ? part : part.trimStart();
      isStarted ||= rest !== '';
      sinceEvent += rest.length;
      parser.write(rest);
      if (sinceEvent > maxText) fail(`a part of it is longer than ${maxText} characters`);
    },
    end: (): void => {
      parser.close();
    },
    take: (): readonly WxrPart[] => found.splice(0),
  };
};

const channelPart = (
  name: string,
  text: string,
  record: Readonly<Record<string, string>>,
): readonly WxrPart[] => {
  // The first is the address of readers, the second the one of the site itself, which follows it.
  if (name === 'link' || name === 'wp:base_blog_url') return [{ kind: 'site', url: text.trim() }];
  if (name === 'wp:author') {
    const { 'wp:author_login': login = '', 'wp:author_email': email = '' } = record;
    return [{ kind: 'author', login, email }];
  }
  const term = termNames[name];
  if (term === undefined) return [];
  const { [term.name]: termName = '', 'wp:term_taxonomy': taxonomy = term.taxonomy } = record;
  return [{ kind: 'term', taxonomy, name: termName }];
};

const termNames: Readonly<Record<string, { readonly taxonomy: string; readonly name: string }>> = {
  'wp:category': { taxonomy: 'category', name: 'wp:cat_name' },
  'wp:tag': { taxonomy: 'post_tag', name: 'wp:tag_name' },
  'wp:term': { taxonomy: '', name: 'wp:term_name' },
};
