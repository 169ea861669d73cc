/** The secrets that were returned or typed, by what they are, to look for them elsewhere. */
export interface Secrets {
  /** @returns the secret. @throws Error for a text that is too short to be one, which would be found everywhere. */
  readonly add: (name: string, secret: string) => string;
  /** A code of an app: six digits, which are looked for as a word only. */
  readonly addCode: (name: string, code: string) => string;
  readonly count: () => number;
  /** The names of the secrets that the text contains: in clear, as in a URL, in base64 or in hexadecimal. */
  readonly foundIn: (text: string) => readonly string[];
}

/** Where a text in base64 begins decides how it looks, so its ends are left out. */
const base64Forms = (secret: string): readonly string[] =>
  [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.from(' '.repeat(offset) + secret).toString('base64');
    const middle = encoded.replace(/=+$/, '').slice(offset === 0 ? 0 : 4, -2);
    return [middle, middle.replaceAll('+', '-').replaceAll('/', '_')];
  });

/** Recovery codes count without their dashes, too. */
const formsOf = (secret: string): readonly string[] =>
  [secret, secret.replaceAll('-', '')].flatMap(encodedForms);

const encodedForms = (secret: string): readonly string[] => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('hex'),
  ...base64Forms(secret),
];

export const secretLog = (): Secrets => {
  const patterns = new Map<string, (text: string) => boolean>();
  return {
    add: (name, secret) => {
      if (secret.length < 12) throw new Error(`${name} is no secret: ${secret}`);
      const forms = formsOf(secret);
      patterns.set(`${name}: ${secret}`, (text) => forms.some((form) => text.includes(form)));
      return secret;
    },
    addCode: (name, code) => {
      const word = new RegExp(`(?<![\\w.:-])${code}(?![\\w.-])`);
      patterns.set(`${name}: ${code}`, (text) => word.test(text));
      return code;
    },
    count: () => patterns.size,
    foundIn: (text) => [...patterns].filter(([, isIn]) => isIn(text)).map(([name]) => name),
  };
};
