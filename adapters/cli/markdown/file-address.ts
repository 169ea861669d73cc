/** An address in a text, from `start` to `end`, without quotes. */
export interface Reference {
  /** With escapes and character references resolved. */
  readonly address: string;
  readonly start: number;
  readonly end: number;
  /** The text links to the file instead of showing it. */
  readonly isLink?: true;
  /** The text may be something else than an address. */
  readonly isOptional?: true;
  /** What replaces the text. By default the URL itself. */
  readonly replace?: (url: string) => string;
}

const image = String.raw`png|jpe?g|gif|webp|avif|svg|bmp|tiff?|ico|heic`;
const sound = 'mp3|m4a|ogg|oga|opus|wav|flac|aac';
const film = 'mp4|m4v|webm|mov|ogv';

/** The extensions of images, audio, video and PDF, as the source of a regular expression. */
export const mediaExtension = String.raw`\.(?:${image}|${sound}|${film}|pdf)(?![\w.-])`;

const patterns = {
  image: new RegExp(String.raw`\.(?:${image})$`, 'i'),
  audio: new RegExp(String.raw`\.(?:${sound})$`, 'i'),
  video: new RegExp(String.raw`\.(?:${film})$`, 'i'),
  pdf: /\.pdf$/i,
};

/** At least two characters, one of them a letter: not the end of `v1.2`. */
const extensionPattern = /\.(?=\d?[a-z])[a-z\d]{2,8}$/i;

/** The pages of a site, whose URLs need not match files. */
const pagePattern = /\.(?:x?html?|php|aspx?|jsp)$/i;

const documentPattern =
  /\.(?:md|markdown|mdx|mdown|mkd|mkdn|mkdown|mdwn|markdn|mdtext|mdtxt|livemd|svx|qmd|rmd|rmarkdown|mdoc)$/i;

export type MediaKind = keyof typeof patterns;

/** The kind of media that the extension of a path names. Undefined for other extensions. */
export const mediaKindOf = (path: string): MediaKind | undefined =>
  (Object.keys(patterns) as MediaKind[]).find((kind) => patterns[kind].test(path));

/** Whether a path has one of the endings of Markdown and of the formats that are Markdown with additions. */
export const isDocumentPath = (path: string): boolean => documentPattern.test(path);

export const withoutDocumentEnding = (path: string): string => path.replace(documentPattern, '');

/** Whether an address has the extension of an image, before any query and fragment. */
export const isImageAddress = (address: string): boolean =>
  mediaKindOf(pathOf(address)) === 'image';

/** Whether an address has the extension of an image, audio, video or PDF. */
export const isMediaAddress = (address: string): boolean =>
  mediaKindOf(pathOf(address)) !== undefined;

/** Whether an address has the extension of a file that is not a page of a site. */
export const isFileAddress = (address: string): boolean => {
  const path = pathOf(address);
  return extensionPattern.test(path) && !pagePattern.test(path);
};

export const isDocumentAddress = (address: string): boolean => isDocumentPath(pathOf(address));

const pathOf = (address: string): string =>
  (readAddress(address)?.path ?? address).split(/[?#]/, 1)[0] ?? '';

/** An address without the notation of its system. */
export interface PlainAddress {
  /** May have a query and a fragment. */
  readonly path: string;
  /**
   * How it is looked up: as a path, by its name anywhere in the folder, or as a document whose
   * extension and folder can be missing.
   */
  readonly lookup: 'path' | 'name' | 'document';
}

/** `[[pool.png]]` and `![[pool.png|300]]`; in a table, the bar has a backslash. */
const wikiLink = /^!?\[\[([^[\]|]+?)\\?(?:\|[^[\]]*)?\]\]$/;

/** `{{< ref "a.md" >}}` of Hugo, `{% link a.md %}` and `{% post_url a %}` of Jekyll. */
const documentTag =
  /^\{(?:\{[<%]-?\s*(?:rel)?ref|%-?\s*(?:link|post_url))\s+(?:path\s*=\s*)?(?:"([^"]*)"|'([^']*)'|`([^`]*)`|([^\s"'`]+))[^{}]*\}/;

/** `{{ "/img/a.png" | relative_url }}`. */
const literal = /\{\{-?\s*(?:"([^"{}]*)"|'([^'{}]*)')\s*(?:\|[^{}]*)?\}\}/g;

/** `{{ site.baseurl }}/img/a.png`: values that only the site knows. */
const leadingVariables = /^(?:\{\{[^{}]*\}\})+\/?(?=.)/;

/** Names for the root of the site: of Docusaurus, Zola, Vite and Nuxt. */
const rootAlias = /^(?:pathname:\/\/|@site(?=\/)|~?@(?=\/)|~(?=\/))/;

/** @returns undefined for an address that only the system of the site can compute. */
export const readAddress = (address: string): PlainAddress | undefined => {
  const [, wiki] = wikiLink.exec(address) ?? [];
  if (wiki !== undefined) return { path: wiki, lookup: 'name' };
  if (!/[{@~]|^pathname:/.test(address)) return { path: address, lookup: 'path' };
  const [, ...targets] = documentTag.exec(address) ?? [];
  const target = targets.find((each) => each !== undefined);
  if (target !== undefined) return { path: target, lookup: 'document' };
  const path = address
    .replace(literal, (_, double?: string, single?: string) => double ?? single ?? '')
    .replace(leadingVariables, '/')
    .replace(rootAlias, '');
  return /\{[{%]/.test(path) ? undefined : { path, lookup: 'path' };
};
