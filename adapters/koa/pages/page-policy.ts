import { createHash } from 'node:crypto';
import { api, type Operation } from '../../../contracts/index.ts';
import { docsStyle, docsScript } from './docs-page.ts';
import { loginScript } from './login-script.ts';
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
export const pagePolicy = policy(
  `style-src ${hashOf(pageStyle)}`,
  `script-src ${hashOf(loginScript)} ${hashOf(passwordScript)}`,
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

/**
 * For the admin: its own files, media from where the service or a bucket serves them, and what items show from
 * other sites over https.
 */
export const adminPolicy = (mediaBaseUrl: string): string => {
  const media = `'self' ${new URL(mediaBaseUrl).origin} https:`;
  return policy("script-src 'self'", "style-src 'self'", `img-src ${media}`, `media-src ${media}`);
};

/** The policy of the page that an operation answers with. */
export const policyOf = ({ path }: Pick<Operation, 'path'>): string =>
  path === api.showDocs.path ? docsPolicy : pagePolicy;
