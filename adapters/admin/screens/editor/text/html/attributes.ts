import type { SyntaxNode } from '@lezer/common';
import type { Part } from '../formatted/looks.ts';
import type { Source } from './language.ts';

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  shy: '\u00ad',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  laquo: '«',
  raquo: '»',
  lsaquo: '‹',
  rsaquo: '›',
  bull: '•',
  middot: '·',
  times: '×',
  deg: '°',
  sect: '§',
  para: '¶',
  euro: '€',
  pound: '£',
  copy: '©',
  reg: '®',
  trade: '™',
  rarr: '→',
  larr: '←',
  szlig: 'ß',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
};

/** The character that an entity stands for; undefined for one that is not known here. */
export const characterOf = (entity: string): string | undefined => {
  const [, hex, decimal, name = ''] =
    /^&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));?$/i.exec(entity) ?? [];
  const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
  if (hex === undefined && decimal === undefined) return named[name];
  return code > 0x1f && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    ? String.fromCodePoint(code)
    : undefined;
};

/** A value without its entities. */
export const unescapeHtml = (text: string): string =>
  text.replace(/&(?:#\w+|\w+);/g, (entity) => characterOf(entity) ?? entity);

/** A text as HTML that shows exactly its characters. */
export const escapeHtml = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** A value between double quotes. */
export const escapeValue = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');

interface Attribute extends Part {
  /** Without entities. */
  readonly value: string;
  /** Where the value is, with its quotes; undefined without one. */
  readonly at: Part | undefined;
}

/** An attribute of an element or a tag. */
export const attributeOf = (
  { read }: Pick<Source, 'read'>,
  node: SyntaxNode,
  wanted: string,
): Attribute | undefined => {
  const tag = node.name === 'Element' ? node.firstChild : node;
  for (const each of tag?.getChildren('Attribute') ?? []) {
    const name = each.getChild('AttributeName');
    if (name === null || read(name.from, name.to).toLowerCase() !== wanted) continue;
    const at =
      each.getChild('AttributeValue') ?? each.getChild('UnquotedAttributeValue') ?? undefined;
    const raw = at === undefined ? '' : read(at.from, at.to);
    const value = unescapeHtml(/^(["'])/.test(raw) ? raw.slice(1).replace(/["']$/, '') : raw);
    return { from: each.from, to: each.to, value, at };
  }
  return undefined;
};

/** What changes an attribute of a tag, and nothing else of it. */
export const attributeChange = (
  source: Pick<Source, 'read'>,
  element: SyntaxNode,
  name: string,
  value: string,
): { readonly from: number; readonly to: number; readonly insert: string } => {
  const found = attributeOf(source, element, name);
  const insert = `"${escapeValue(value)}"`;
  if (found?.at !== undefined) return { from: found.at.from, to: found.at.to, insert };
  if (found !== undefined) return { from: found.from, to: found.to, insert: `${name}=${insert}` };
  const tag = element.firstChild ?? element;
  const before = /\s*\/?>?$/.exec(source.read(tag.from, tag.to))?.[0].length ?? 0;
  return { from: tag.to - before, to: tag.to - before, insert: ` ${name}=${insert}` };
};
