import type { IncomingHttpHeaders } from 'node:http';
import { languageCookieName, readCookie } from '../caller/cookies.ts';

/** The languages of pages. The first is for everybody who prefers none of them. */
export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** The language of a page: the one chosen in the admin, or the first supported one of the browser. */
export const languageOf = ({
  cookie,
  'accept-language': accepted,
}: IncomingHttpHeaders): Language => {
  const chosen = readCookie(cookie, languageCookieName);
  return find(chosen) ?? preferred(accepted) ?? languages[0];
};

const find = (code: string | undefined): Language | undefined =>
  languages.find((language) => language === code);

/** Browsers name fewer. */
const rangesMax = 50;

/** A primary subtag with its quality (RFC 9110, section 12.5.4). Takes linear time. */
const rangePattern =
  /^([a-z]{1,8}|\*)(?:-[a-z\d]{1,8})*(?:[ \t]*;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i;

interface Range {
  readonly code: string;
  readonly quality: number;
}

const rangesOf = (header: string): readonly Range[] =>
  header.split(',', rangesMax).flatMap((each) => {
    const [, code, quality = '1'] = rangePattern.exec(each.trim()) ?? [];
    return code === undefined ? [] : { code: code.toLowerCase(), quality: Number(quality) };
  });

const preferred = (header = ''): Language | undefined => {
  const ranges = rangesOf(header);
  const named = new Set(ranges.map(({ code }) => code));
  return (
    ranges
      .filter(({ quality }) => quality > 0)
      // Of equal qualities, the first counts.
      .toSorted((left, right) => right.quality - left.quality)
      .map(({ code }) => (code === '*' ? languages.find((each) => !named.has(each)) : find(code)))
      .find((language) => language !== undefined)
  );
};
