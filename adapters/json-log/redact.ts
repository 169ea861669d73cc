export const redacted = '[redacted]';

const secretNames: readonly RegExp[] = [
  /passw|passphrase|secret|authori[sz]ation|cookie|credential|(?:api|private)[-_]?key/i,
  /(?:token|jwt|hash|digest|salt|pwd)$/i,
];

const secretForms: readonly RegExp[] = [
  // User and password in a URL.
  /(?<=:\/\/)[^\s/@]+(?=@)/g,
  // An API token.
  /\bst_[A-Za-z0-9]{8,}/g,
  // A compact JWS.
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  // The credentials of an authentication scheme.
  /(?<=\b(?:bearer|basic)\s)[\w.~+/=-]+/gi,
];

/** Every secret form contains one of these. Most texts contain none. */
const secretMarks = /:\/\/|st_|eyJ|bearer|basic/i;

/** Replaces secrets that are recognizable by their form. */
export const redactText = (text: string): string =>
  secretMarks.test(text)
    ? secretForms.reduce((rest, form) => rest.replace(form, redacted), text)
    : text;

const maxDepth = 6;
/** Members of one object, or items of one array. */
const maxMembers = 50;

/**
 * Copies any value into one that can be written as JSON: without secrets, and cut off where it is deep,
 * large or circular. Of an error, only name, message, code, stack and causes are copied, because database
 * drivers attach queries and rows.
 */
export const redactValue = (value: unknown, levels = maxDepth): unknown => {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'function' || typeof value === 'symbol') return `[${typeof value}]`;
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return '[cut]';
  try {
    return redactObject(value, levels);
  } catch {
    // A getter that throws must not prevent the log line.
    return '[unreadable]';
  }
};

const redactObject = (value: object, levels: number): unknown => {
  if (value instanceof Error) return redactMembers(membersOf(value), levels);
  if (!Array.isArray(value)) return redactMembers(value as Members, levels);
  return value.slice(0, maxMembers).map((item: unknown) => redactValue(item, levels - 1));
};

type Members = Readonly<Record<string, unknown>>;

const redactMembers = (members: Members, levels: number): Members => {
  const copy: Record<string, unknown> = {};
  let count = 0;
  for (const name of Object.keys(members)) {
    if (count === maxMembers) break;
    count += 1;
    const value = members[name];
    if (value === undefined) continue;
    // A member named `__proto__` becomes the prototype of the copy, which is not written.
    copy[name] = isSecretName(name) ? redacted : redactValue(value, levels - 1);
  }
  return copy;
};

/** Nearly all lines have the same few names. */
const knownNames = new Map<string, boolean>();
const maxKnownNames = 256;

/** Whether a name suggests that its value is a secret. */
export const isSecretName = (name: string): boolean => {
  const known = knownNames.get(name);
  if (known !== undefined) return known;
  const isSecret = secretNames.some((form) => form.test(name));
  if (knownNames.size < maxKnownNames) knownNames.set(name, isSecret);
  return isSecret;
};

const membersOf = (error: Error): Members => ({
  name: error.name,
  message: error.message,
  code: 'code' in error ? error.code : undefined,
  stack: error.stack,
  cause: error.cause,
  errors: error instanceof AggregateError ? error.errors : undefined,
});
