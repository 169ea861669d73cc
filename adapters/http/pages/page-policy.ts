import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { api, type Operation } from '../../../contracts/index.ts';
import { docsStyle, docsScript } from './docs-page.ts';
import { formScript } from './form-script.ts';
import { languageOf } from './language.ts';
import { pageStyle } from './page.ts';
import { passwordScript } from './password-script.ts';

/** A source expression that allows the inline style or script with exactly this text. */
const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const policy = (...directives: readonly string[]): string =>
  [
    "default-src 'none'",
    ...directives,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The `Content-Security-Policy` of pages: the favicon, and their inline style and scripts, named by hash. */
const pagePolicy = policy(
  `style-src ${hashOf(pageStyle)}`,
  `script-src ${hashOf(formScript)} ${hashOf(passwordScript)}`,
  "img-src 'self'",
);

/**
 * For `/docs`: also files of this origin. Swagger UI's icons are `data:` URLs; it shows images that a
 * response contains from `blob:` URLs.
 */
const docsPolicy = policy(
  `style-src 'self' ${hashOf(docsStyle)}`,
  `script-src 'self' ${hashOf(docsScript)}`,
  "img-src 'self' data: blob:",
);

interface AdminPolicyOptions {
  readonly mediaBaseUrl: string;
  readonly previewUrls: readonly string[];
  /** With their ports, where browsers reach the service. */
  readonly ownHosts: readonly string[];
}

/**
 * For the admin: its own files, media from where the service or a bucket serves them, and what items show from
 * other sites over https. Frames show pages of the origins of preview URLs only.
 */
export const adminPolicy = ({
  mediaBaseUrl,
  previewUrls,
  ownHosts,
}: AdminPolicyOptions): string => {
  const media = `'self' ${new URL(mediaBaseUrl).origin} https:`;
  return policy(
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${media}`,
    `media-src ${media}`,
    `frame-src ${frameSources(previewUrls, ownHosts)}`,
  );
};

/** Proxies reject responses with long headers: many of them reserve 4 KiB for all headers. */
const frameSourcesMaxLength = 2_000;

/** Without the service itself: in a frame, a page of its origin could use the session of the user. */
const frameSources = (previewUrls: readonly string[], ownHosts: readonly string[]): string => {
  const origins = new Set<string>();
  for (const each of previewUrls) {
    const url = URL.parse(each);
    if (url !== null && !ownHosts.includes(url.host)) origins.add(url.origin);
  }
  let sources = '';
  for (const origin of origins) {
    if (sources.length + origin.length < frameSourcesMaxLength) sources += ` ${origin}`;
  }
  return sources === '' ? "'none'" : sources.trimStart();
};

/** The headers of a page in the language of its reader. @param headers of the request. */
export const pageHeaders = (headers: IncomingHttpHeaders): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': pagePolicy,
  'Content-Language': languageOf(headers),
  Vary: 'Accept-Language, Cookie',
});

/** The headers of the page that an operation answers with. */
export const pageHeadersOf = ({ path }: Pick<Operation, 'path'>): typeof pageHeaders =>
  path === api.showDocs.path ? () => ({ 'Content-Security-Policy': docsPolicy }) : pageHeaders;
