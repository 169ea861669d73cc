/** Those of WordPress itself. */
const known: ReadonlySet<string> = new Set([
  'audio',
  'caption',
  'embed',
  'gallery',
  'playlist',
  'video',
  'wp_caption',
]);

const opening = /\[([a-z][\w-]*)((?:\s[^[\]]*)?)\]/gi;

/**
 * The names of the shortcodes in a text, each as often as it occurs. Which names are shortcodes depends on the plugins of the site:
 * those of WordPress count, and what has attributes or an end.
 */
export const findShortcodes = (html: string): readonly string[] => {
  const ends = new Set(Array.from(html.matchAll(/\[\/([a-z][\w-]*)\]/gi), ([, name]) => name));
  return Array.from(html.matchAll(opening)).flatMap(([, name = '', attributes = '']) =>
    known.has(name) || ends.has(name) || /\s[\w-]+\s*=/.test(attributes) ? [name] : [],
  );
};

/** Whether a text is one shortcode, with what it encloses. */
export const isShortcodeAlone = (text: string): boolean => {
  const [whole, name = '', attributes = ''] =
    /^\[([a-z][\w-]*)((?:\s[^[\]]*)?)\]/i.exec(text) ?? [];
  if (whole === undefined) return false;
  if (text.length === whole.length) return known.has(name) || attributes.includes('=');
  const end = `[/${name}]`;
  return text.endsWith(end) && text.indexOf(end) === text.length - end.length;
};
