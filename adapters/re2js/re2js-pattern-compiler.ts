import { RE2JS, RE2JSException } from 're2js';
import type { Matcher, PatternCompiler } from '../../core/index.ts';
import { expandedSize } from './pattern-size.ts';

const maxLength = 1_000;

/** A few milliseconds to compile, and a bound for what each character of a text can cost. */
const maxExpandedSize = 1_000;

/** Letters and digits that JavaScript gives a meaning when they are escaped, without references. */
const knownEscapes = /^[bBcdDfnpPrsStuvwWx0]$/;

// Both sides would accept other escapes: RE2 with a meaning of its own, JavaScript outside of its
// Unicode mode as the plain letter. Neither is what the author can have meant.
const hasOddEscape = (pattern: string): boolean =>
  Array.from(pattern.matchAll(/\\(.)/gs)).some(
    ([, escaped = '']) => /[a-z0-9]/i.test(escaped) && !knownEscapes.test(escaped),
  );

/**
 * The RE2 dialect: no look-around, no back-references. Escapes and named groups are written as
 * JavaScript has them. Refuses, too, what is longer than 1,000 characters or grows beyond 1,000
 * steps when its repetitions are written out.
 */
export class Re2jsPatternCompiler implements PatternCompiler {
  compile(pattern: string): Matcher | undefined {
    if (pattern.length > maxLength || hasOddEscape(pattern)) return undefined;
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
