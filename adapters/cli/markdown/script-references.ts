import { isMediaAddress, mediaExtension, type Reference } from './file-address.ts';

/** A text that is not part of a sum, alone or in `require('…').default`. */
const quoted =
  /(\brequire\(\s*)?(?<!\+\s{0,9})(["'`])((?:(?!\2)[^\\\n$])+)\2(?!\s{0,9}\+)(\s*\)(?:\.default\b)?)?/g;

/**
 * Finds the addresses of media files in an expression of JSX, such as `{require('./pool.png').default}` or
 * `{useBaseUrl('/img/pool.png')}`.
 *
 * @param offset added to every position.
 */
export function* findScriptReferences(expression: string, offset: number): Generator<Reference> {
  for (const match of expression.matchAll(quoted)) {
    const [matched, opening = '', quote = '', text = '', closing = ''] = match;
    if (!isMediaAddress(text)) continue;
    const start = match.index + offset;
    const textStart = start + opening.length + quote.length;
    yield opening !== '' && closing !== ''
      ? {
          // Loaders of webpack come first: !file-loader!./pool.png.
          address: text.replace(/^.*!/, ''),
          start,
          end: start + matched.length,
          replace: (url) => `"${url}"`,
        }
      : { address: text, start: textStart, end: textStart + text.length };
  }
}

const importLine = new RegExp(
  String.raw`^import[ \t]+([\w$]+)[ \t]+from[ \t]*(["'])([^"'\n]*${mediaExtension}[^"'\n]*)\2`,
  'gim',
);

/**
 * Finds imports of media files in MDX: `import pool from './pool.png'`. A constant with the URL replaces
 * them. An image that the text uses as a component is left alone.
 */
export function* findImports(text: string): Generator<Reference> {
  const components = new Set(Array.from(text.matchAll(/<([\w$]+)/g), ([, name = '']) => name));
  for (const match of text.matchAll(importLine)) {
    const [matched, name = '', , address = ''] = match;
    if (components.has(name)) continue;
    yield {
      address,
      start: match.index,
      end: match.index + matched.length,
      replace: (url) => `export const ${name} = "${url}"`,
    };
  }
}
