import { invalid } from '../primitives/errors.ts';
import { parseText } from '../primitives/text.ts';

/** What a preview URL can name of an item, in braces. `token` is the preview token; `locale` is empty for an item without one. */
export const previewPlaceholders = [
  'id',
  'slug',
  'token',
  'collection',
  'status',
  'locale',
] as const;
type Placeholder = (typeof previewPlaceholders)[number];

export const previewUrlMaxLength = 2_000;

/**
 * Scheme, host and port, which are fixed: the admin allows this origin to be framed, and sends messages to it. A user
 * name in front of the host would not match.
 */
const originForm =
  /^https?:\/\/(?:[a-z\d](?:[a-z\d.-]*[a-z\d])?|\[[\da-f:.]+\])(?::\d{1,5})?(?=[/?#]|$)/i;

/** What browsers change or remove, and what could end the URL in a page or a header. */
const unsafe = /[\s\u0000-\u001f\u007f"'<>\\^`]/;

/**
 * The template of a URL, without spaces around it; undefined for an empty text.
 *
 * @throws DomainError `invalid_input`, `invalid_text`.
 */
export const parsePreviewUrl = (raw: string): string | undefined => {
  const url = parseText('previewUrl', raw, { max: previewUrlMaxLength });
  if (url === '') return undefined;
  const [origin] = originForm.exec(url) ?? [];
  if (origin === undefined) {
    throw invalidUrl('must begin with http:// or https:// and a host without placeholders');
  }
  if (unsafe.test(url))
    throw invalidUrl('must not contain spaces, quotes or other unsafe characters');
  const unknown = url.replace(placeholder, '').match(/[{}]/);
  if (unknown !== null) {
    const known = previewPlaceholders.map((name) => `{${name}}`).join(', ');
    throw invalidUrl(`must contain no braces but the placeholders ${known}`);
  }
  return url;
};

const placeholder = new RegExp(`\\{(${previewPlaceholders.join('|')})\\}`, 'g');

const invalidUrl = (message: string) => invalid('invalid_input', [{ path: 'previewUrl', message }]);

/** @param template as {@link parsePreviewUrl} returns it. @param values each is encoded as part of a URL. */
export const renderPreviewUrl = (
  template: string,
  values: Readonly<Record<Placeholder, string>>,
): string =>
  template.replace(placeholder, (_, name: Placeholder) => encodeURIComponent(values[name]));
