/**
 * The preferences of a `Prefer` header (RFC 7240), with their values as sent. Of repeated preferences the first one counts;
 * malformed ones are ignored. Several headers are joined by commas.
 */
export const preferencesOf = (header: string | undefined): ReadonlyMap<string, string> => {
  const preferences = new Map<string, string>();
  if (header === undefined) return preferences;
  // A comma or a semicolon can be a part of a quoted value. A quote without an end extends to the end of the header.
  for (const preference of header.match(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g) ?? []) {
    const [main = ''] = preference.split(';', 1);
    const [rawName = '', ...value] = main.split('=');
    const name = rawName.trim().toLowerCase();
    if (!preferences.has(name)) preferences.set(name, value.join('=').trim());
  }
  return preferences;
};

/** Whether a preference without a value is among them. An empty value is none (RFC 7240, section 2). */
export const isPreferred = (header: string | undefined, name: string): boolean =>
  ['', '""'].includes(preferencesOf(header).get(name) ?? '-');
