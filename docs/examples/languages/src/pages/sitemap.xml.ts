import type { APIRoute } from 'astro';
import { site } from '../quoin';

/** Pages with a text of another language are not in it: their text has a page of its own. */
export const GET: APIRoute = ({ site: base }) => {
  const urlOf = (path: string): string => new URL(path, base).href.replaceAll('&', '&amp;');
  const urls = site
    .flatMap(({ locale, posts }) => posts.filter((post) => post.locale === locale))
    .map(({ path, alternates }) => {
      const links = alternates.map(
        (each) =>
          `<xhtml:link rel="alternate" hreflang="${each.locale}" href="${urlOf(each.path)}"/>`,
      );
      return `<url><loc>${urlOf(path)}</loc>${links.join('')}</url>`;
    });
  const namespaces =
    'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"';
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?><urlset ${namespaces}>${urls.join('')}</urlset>`,
    { headers: { 'Content-Type': 'application/xml' } },
  );
};
