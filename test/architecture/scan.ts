/** The parts of a source text that the architecture rules check. */
export interface Scan {
  /** The text with comments, strings, templates and regular expressions blanked; same length. */
  readonly code: string;
  /** The paths of imports and re-exports, in order; `undefined` for a computed path. */
  readonly imports: readonly (string | undefined)[];
}

const opaque =
  /#![^\n]*|\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*"/y;
const templateText = /(?:\\[\s\S]|\$(?!\{)|[^\\`$])*/y;
const regularExpression = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\/[a-z]*/y;

/** A slash after one of these starts a regular expression. Elsewhere it is a division. */
const beforeExpression =
  /(?:^|[([{}=:;,!&|?+\-*%<>~^]|(?:^|[^\w$.])(?:await|case|else|in|of|return|throw|typeof|yield))$/;

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

const matchAt = (pattern: RegExp, text: string, at: number): string => {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
};

/** Blanks everything that is not code; string literals keep their quotes. */
const mask = (text: string): string => {
  let code = '';
  /** For each open template, the number of open braces inside its current placeholder. */
  const placeholders: number[] = [];
  const readTemplate = (): void => {
    code += blank(matchAt(templateText, text, code.length));
    const closes = text[code.length] === '`';
    code += closes ? '`' : blank(text.slice(code.length, code.length + 2));
    if (!closes) placeholders.push(0);
  };
  while (code.length < text.length) {
    const character = text[code.length] ?? '';
    const hidden = matchAt(opaque, text, code.length);
    const innermost = placeholders.length - 1;
    if (hidden !== '') {
      const quoted = character === "'" || character === '"';
      code += quoted ? character + blank(hidden.slice(1, -1)) + character : blank(hidden);
    } else if (character === '/' && beforeExpression.test(code.trimEnd().slice(-8))) {
      code += blank(matchAt(regularExpression, text, code.length) || character);
    } else if (character === '`') {
      code += character;
      readTemplate();
    } else if (character === '}' && placeholders[innermost] === 0) {
      placeholders.pop();
      code += ' ';
      readTemplate();
    } else {
      if (character === '{' && innermost >= 0) placeholders[innermost]! += 1;
      if (character === '}' && innermost >= 0) placeholders[innermost]! -= 1;
      code += character;
    }
  }
  return code;
};

const importing = /(?<![.\w$])(?:(?:from|import)\s*(?=['"])|(?:import|require)\s*\()/g;

/** Reads every static, dynamic, type-only and re-exporting import of a TypeScript text. */
export const scan = (text: string): Scan => {
  const code = mask(text);
  const imports = [...code.matchAll(importing)].map((match) => {
    const rest = text.slice(match.index + match[0].length);
    return /^\s*(['"])(.*?)\1/.exec(rest)?.[2];
  });
  return { code, imports };
};
