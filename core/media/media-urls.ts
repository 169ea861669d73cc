import { mediaKeyInText, slashPattern as slash } from '../model/media/media-key.ts';
import { escapePattern } from '../primitives/text.ts';

/** The URL of a media file, in a text. */
export interface MediaUrl {
  /** What precedes the key, without a trailing slash. */
  readonly base: string;
  readonly key: string;
}

const character = '[^\\s/\\\\?#"\'<>()[\\]{}|^`,]';

/** Scheme, host and path. The path has no colon: it does not contain another URL. */
const anyBase = `https?:${slash}${slash}(?:\\[[\\da-fA-F:.]+\\](?::\\d+)?|${character}+)(?:${slash}(?:(?!:)${character})+)*?`;

/**
 * Finds absolute URLs that end in a key, before any query and fragment. A URL inside the path of
 * another URL does not count.
 *
 * @param base finds only URLs with this base; by default those with any base.
 */
export const mediaUrlPattern = (base: string | undefined): RegExp => {
  const start = base === undefined ? anyBase : escapePattern(base).replaceAll('/', () => slash);
  return new RegExp(`(?<!/)(${start})${slash}(${mediaKeyInText})`, 'g');
};

/** @param pattern from {@link mediaUrlPattern}. */
export const findMediaUrls = (text: string, pattern: RegExp): readonly MediaUrl[] =>
  Array.from(text.matchAll(pattern), ([, base = '', key = '']) => urlOf(base, key));

/**
 * Replaces the base of URLs. Everything else stays unchanged, also the form of the slashes.
 *
 * @param pattern from {@link mediaUrlPattern}.
 * @param isStored whether a key belongs to a file. Other URLs stay.
 */
export const rebaseMediaUrls = (
  text: string,
  pattern: RegExp,
  to: string,
  isStored: (key: string) => boolean,
): string =>
  text.replace(pattern, (whole, base: string, rawKey: string) => {
    if (!isStored(urlOf(base, rawKey).key)) return whole;
    const isEscaped = base.includes('\\/');
    return (isEscaped ? to.replaceAll('/', '\\/') : to) + whole.slice(base.length);
  });

const urlOf = (base: string, key: string): MediaUrl => ({
  base: base.replaceAll('\\/', '/'),
  key: key.replaceAll('\\/', '/'),
});

/**
 * Replaces the URL of one file, whatever its base. Everything else stays unchanged, also the form of the slashes.
 *
 * @param pattern from {@link mediaUrlPattern}, for any base.
 */
export const replaceMediaUrl = (text: string, pattern: RegExp, key: string, url: string): string =>
  text.replace(pattern, (whole, base: string, rawKey: string) => {
    if (urlOf(base, rawKey).key !== key) return whole;
    return whole.includes('\\/') ? url.replaceAll('/', '\\/') : url;
  });
