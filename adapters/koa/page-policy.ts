import { createHash } from 'node:crypto';

export interface PageParts {
  /** The exact content of every `<style>`, and of every `<script>`. */
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
}

/**
 * The `Content-Security-Policy` of pages: the named styles and scripts count, whatever else should
 * get into a page does not. Nothing comes from elsewhere, nothing goes elsewhere.
 */
export const pagePolicy = ({ styles, scripts }: PageParts): string =>
  [
    "default-src 'none'",
    `style-src ${hashes(styles)}`,
    `script-src ${hashes(scripts)}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const hashes = (texts: readonly string[]): string =>
  texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`).join(' ') ||
  "'none'";
