import { Marked } from 'marked';
import type { IncludedMedia } from './collections.ts';
import type { Site } from './quoin.ts';
import { safeHtml } from './safe-html.ts';

const quoted = (text: string) => `"${text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`;

/** An `<img>` in several widths. Its text is that of the file, unless the article has another one. */
export const pictureOf = ({ url, alt, width, height }: IncludedMedia, text = '') => {
  const start = `<img src=${quoted(url)} alt=${quoted(text || alt)}`;
  if (width === undefined) return `${start}>`;
  const smaller = [320, 640, 1280].filter((each) => each < width);
  const sources = [...smaller.map((each) => `${url}?w=${each} ${each}w`), `${url} ${width}w`];
  return `${start} width="${width}" height="${height}" srcset="${sources}" sizes="(width > 40rem) 40rem, 100vw">`;
};

/** Markdown as HTML without scripts. */
export const htmlOf = (markdown: string, { files }: Site) => {
  const marked = new Marked({
    renderer: {
      image: ({ href, text }) => files[href] !== undefined && pictureOf(files[href], text),
    },
  });
  return safeHtml(marked.parse(markdown, { async: false }));
};
