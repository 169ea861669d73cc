const redacted = '[redacted]';

/** Names that suggest that the value is a secret. */
const secretNames =
  /passw|passphrase|secret|authori[sz]ation|cookie|credential|(?:api|private)[-_]?key|(?:token|jwt|hash|digest|salt|pwd)$/i;

const secretForms: readonly RegExp[] = [
  // User and password in a URL.
  /(?<=:\/\/)[^\s/@]+(?=@)/g,
  // An API token.
  /\bst_[A-Za-z0-9]{8,}/g,
  // A preview token.
  /\bpv_[A-Za-z0-9]{8,}/g,
  // A compact JWS.
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  // The credentials of an authentication scheme.
  /(?<=\b(?:bearer|basic)\s)[\w.~+/=-]+/gi,
  // The session of an upload to a bucket.
  /(?<=\bupload_id=)[^\s&#"']+/gi,
];

/** Every secret form contains one of these. Most texts contain none. */
const secretMarks = /:\/\/|st_|pv_|eyJ|bearer|basic|upload_id/i;

/** Replaces secrets that are recognizable by their form. */
export const redactText = (text: string): string =>
  secretMarks.test(text)
    ? secretForms.reduce((rest, form) => rest.replace(form, redacted), text)
    : text;

/** Levels of one entry. */
const maxDepth = 7;
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
    if (!Array.isArray(value)) return redactMembers(value, levels - 1);
    return value.slice(0, maxMembers).map((item: unknown) => redactValue(item, levels - 1));
  } catch {
    // A getter that throws must not prevent the log line.
    return '[unreadable]';
  }
};

const redactMembers = (value: object, levels: number): object => {
  const members = (value instanceof Error ? membersOf(value) : value) as Record<string, unknown>;
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(members).slice(0, maxMembers)) {
    // A member named `__proto__` becomes the prototype of the copy, which is not written.
    copy[name] = secretNames.test(name) ? redacted : redactValue(members[name], levels);
  }
  return copy;
};

const membersOf = (error: Error): object => ({
  name: error.name,
  message: error.message,
  code: 'code' in error ? error.code : undefined,
  stack: error.stack,
  cause: error.cause,
  errors: error instanceof AggregateError ? error.errors : undefined,
});
