import { RE2JS, RE2JSException } from 're2js';
import type { Matcher, PatternCompiler } from '../../core/index.ts';
import { expandedSize } from './expanded-size.ts';

const maxLength = 1_000;

/** Limits compile time to a few milliseconds, and the matching time per character of a text. */
const maxExpandedSize = 1_000;

/** Letters and digits whose escapes have a meaning in JavaScript, except back-references. */
const javascriptEscapes = /^[bBcdDfnpPrsStuvwWx0]$/;

// Other escapes have another meaning in RE2, and JavaScript without the `u` flag reads them as the plain
// letter. The author probably wants neither, so they are rejected.
const hasOtherEscape = (pattern: string): boolean =>
  Array.from(pattern.matchAll(/\\(.)/gs)).some(
    ([, escaped = '']) => /[a-z0-9]/i.test(escaped) && !javascriptEscapes.test(escaped),
  );

/**
 * The RE2 dialect, without look-around and back-references. Escapes and named groups have the syntax of
 * JavaScript. Rejects patterns longer than 1,000 characters, and patterns with more than 1,000 steps once
 * their repetitions are written out.
 */
export class Re2jsPatternCompiler implements PatternCompiler {
  compile(pattern: string): Matcher | undefined {
    if (pattern.length > maxLength || hasOtherEscape(pattern)) return undefined;
    try {
      const translated = RE2JS.translateRegExp(pattern);
      const size = expandedSize(translated);
      if (size > maxExpandedSize) return undefined;
      const compiled = RE2JS.compile(translated);
      return Object.assign((text: string) => compiled.test(text), { steps: size });
    } catch (error) {
      if (error instanceof RE2JSException) return undefined;
      throw error;
    }
  }
}
