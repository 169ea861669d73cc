import { blockMerge } from '../../contracts/index.ts';

/**
 * The preferences of a `Prefer` header (RFC 7240): names and values in lower case, values without quotes, and empty where
 * there is none (RFC 7240, section 2). Of repeated preferences the first one counts; malformed ones are ignored. Several
 * headers are joined by commas.
 */
export const preferencesOf = (header: string | undefined): ReadonlyMap<string, string> => {
  const preferences = new Map<string, string>();
  if (header === undefined) return preferences;
  // A comma or a semicolon can be a part of a quoted value. A quote without an end extends to the end of the header.
  for (const preference of header.match(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g) ?? []) {
    const [main = ''] = preference.split(';', 1);
    const [rawName = '', ...value] = main.split('=');
    const name = rawName.trim().toLowerCase();
    if (!preferences.has(name)) preferences.set(name, unquote(value.join('=').trim()));
  }
  return preferences;
};

const unquote = (value: string): string => value.replace(/^"(.*)"$/, '$1').toLowerCase();

/** How a save is merged into a later version, as `Preference-Applied` names it. @returns undefined for not at all. */
export const mergePreference = (
  header: string | undefined,
): 'merge' | typeof blockMerge | undefined => {
  const value = preferencesOf(header).get('merge');
  if (value === '') return 'merge';
  return value === 'blocks' ? blockMerge : undefined;
};
