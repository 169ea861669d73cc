import { t } from '../catalogue/texts.ts';

/** The first that a `User-Agent` names: others name the browsers that they resemble, too. */
const browsers: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/\S+.*\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const nameIn = (names: typeof browsers, client: string): string | undefined =>
  names.find(([mark]) => mark.test(client))?.[1];

/** “Firefox on Linux” or, for other programs, what they call themselves. */
export const clientText = (client: string | null): string => {
  if (client === null) return t.components.unknownProgram;
  const browser = nameIn(browsers, client);
  if (browser === undefined) return client;
  const system = nameIn(systems, client);
  return system === undefined ? browser : t.components.browserOn(browser, system);
};
