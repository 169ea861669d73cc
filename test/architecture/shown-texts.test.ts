import { parseAst } from 'vitest/node';
import { expect, test } from 'vitest';
import { readSources, source, violations, type Rule } from './sources.ts';

interface SyntaxNode {
  readonly type: string;
  readonly [member: string]: unknown;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';

/** Attributes that people read, or hear. */
const shownAttributes =
  /^(?:alt|aria-(?:description|label|roledescription|valuetext)|hint|label|placeholder|text|title|what)$/;

/** Examples and units that are the same in every language. */
const unchanged = new Set(['blog/2026', 'https://', 'px', 'URL']);

const hasWord = (text: string): boolean => /\p{L}{2}/u.test(text) && !unchanged.has(text);

/** “Two words”, or a word that begins like a sentence and ends like one. */
const isSentence = (text: string): boolean =>
  /^\p{Lu}\p{Ll}+(?: \p{L}+)+|^\p{Lu}\p{Ll}+[.…?]$/u.test(text);

/** Names of the API and code are the same in every language. */
const codeElements = new Set(['code', 'kbd', 'pre', 'samp']);

const nameOf = ({ name }: SyntaxNode): string => {
  const inner = isNode(name) ? name['name'] : undefined;
  return typeof inner === 'string' ? inner : '';
};

const opensCode = ({ openingElement }: SyntaxNode): boolean =>
  isNode(openingElement) && codeElements.has(nameOf(openingElement));

const literalOf = (node: unknown): string =>
  isNode(node) && node.type === 'Literal' && typeof node['value'] === 'string' ? node['value'] : '';

/** The texts of a file that people are shown, and that its catalogue does not have. */
const textsIn = (node: SyntaxNode): readonly string[] => {
  if (node.type === 'ImportDeclaration' || node.type === 'TSLiteralType') return [];
  if (node.type === 'NewExpression' || node.type === 'ThrowStatement') return [];
  if (node.type === 'JSXElement' && opensCode(node)) return [];
  if (node.type === 'JSXText') {
    const text = String(node['value']).trim();
    return hasWord(text) ? [text] : [];
  }
  if (node.type === 'JSXAttribute' && shownAttributes.test(nameOf(node))) {
    const text = literalOf(node['value']);
    if (hasWord(text)) return [text];
  }
  if (node.type === 'Literal') return isSentence(literalOf(node)) ? [literalOf(node)] : [];
  if (node.type === 'TemplateElement') {
    const { raw } = node['value'] as { readonly raw: string };
    return isSentence(raw.trim()) ? [raw] : [];
  }
  return Object.values(node)
    .flatMap((child): readonly unknown[] => (Array.isArray(child) ? child : [child]))
    .filter(isNode)
    .flatMap(textsIn);
};

const catalogue = 'adapters/admin/catalogue/';

/** What a text on a screen is: a part of the catalogue, in every language of the admin. */
const catalogueRule: Rule = ({ path, text }) => {
  if (!path.startsWith('adapters/admin/') || path.startsWith(catalogue)) return [];
  // The only parser that the packages of this project export.
  // oxlint-disable-next-line typescript/no-deprecated
  const program = parseAst(text, { lang: path.endsWith('x') ? 'tsx' : 'ts' });
  return textsIn(program as unknown as SyntaxNode).map(
    (shown) => `“${shown}” is not in the catalogue`,
  );
};

test('a text on a screen is found, and code is not one', () => {
  const found = (text: string) => violations([source('adapters/admin/a.tsx', text)], catalogueRule);
  expect(found('<p title="Close">Two words <code>Three words</code></p>')).toHaveLength(2);
  expect(found('say(isOpen ? "Nothing is here." : `Wait for ${name}`)')).toHaveLength(2);
  expect(
    found('import a from "Some Where"; new Error("Not for people"); t.common.close; "content"'),
  ).toEqual([]);
});

test('every text on a screen of the admin is in its catalogue', () => {
  expect(violations(readSources(), catalogueRule)).toEqual([]);
});
