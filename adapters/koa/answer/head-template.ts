import type { ClientRequest, ServerResponse } from 'node:http';
import type { ContentCoding } from './content-coding.ts';

/** The values that differ for each response, by name. */
export type Current = Readonly<Record<string, string | number | undefined>>;

/** The head of answers to the same request: names and values, by turns. Some values are still missing. */
export interface HeadTemplate {
  readonly fields: readonly string[];
  /** The indexes of the missing values in `fields`. */
  readonly gaps: readonly number[];
  /** What Node made of it for a response. */
  text?: HeadText;
}

/** The text of a head without the values that differ for each response. */
interface HeadText {
  /** Before, between and after the missing values. */
  readonly parts: readonly string[];
  /** The names of the missing values, in order. */
  readonly names: readonly string[];
}

/** Names whose values differ for each response. */
const currentNames = /^(?:x-request-id|x-cache-\w+|x-response-time|content-length|etag)$/i;

export interface HeadTemplates {
  /** For a response with its body. */
  readonly whole: HeadTemplate;
  /** For a compressed body. */
  readonly compressed: Readonly<Record<ContentCoding, HeadTemplate>>;
  /** For 304. */
  readonly notModified: HeadTemplate;
}

const maxTemplates = 256;

/** Makes templates. Responses with equal heads share one. */
export const headTemplates = () => {
  const known = new Map<string, HeadTemplates>();
  return {
    /** @param response that is about to be sent. */
    of: (response: RawNames): HeadTemplates => {
      const fields = stableFields(response);
      const key = fields.join('\n');
      const found = known.get(key);
      if (found !== undefined) return found;
      if (known.size === maxTemplates) known.clear();
      const coded = (coding: ContentCoding) => templateOf([...fields, 'Content-Encoding', coding]);
      const made = {
        whole: templateOf(fields),
        compressed: { br: coded('br'), gzip: coded('gzip') },
        notModified: templateOf(withoutContent(fields)),
      };
      known.set(key, made);
      return made;
    },
  };
};

/** Names and values by turns, empty for the values that differ for each response. */
const stableFields = (response: RawNames): readonly string[] => {
  const names = response
    .getRawHeaderNames()
    .filter((name) => !/^(?:connection|content-encoding)$/i.test(name));
  const valueOf = (name: string): string =>
    currentNames.test(name) ? '' : String(response.getHeader(name));
  return names.flatMap((name) => [name, valueOf(name)]);
};

/** Node has it for every message; its types, only for requests that it sends. */
export type RawNames = ServerResponse & Pick<ClientRequest, 'getRawHeaderNames'>;

/** The head of a response without a body. */
const withoutContent = (fields: readonly string[]): readonly string[] =>
  fields.flatMap((name, at) =>
    at % 2 === 0 && !/^Content-(?:Type|Length)$/.test(name) ? [name, fields[at + 1] ?? ''] : [],
  );

const templateOf = (fields: readonly string[]): HeadTemplate => ({
  fields,
  gaps: fields.flatMap((value, at) => (value === '' && at % 2 === 1 ? [at] : [])),
});

/**
 * Like `writeHead` of Node, which checks and joins all names and values again for each response. This does so for
 * the first response only, and fills the gaps of its text for the others.
 *
 * @param current without line breaks: nothing checks them again.
 */
export const writeHead = (
  response: ServerResponse,
  status: number,
  template: HeadTemplate,
  current: Current,
): void => {
  // Node's own property. If it is empty after `writeHead`, in another runtime, no text is kept.
  const own = response as ServerResponse & { _header?: string | null };
  // Other responses end with other lines about the connection.
  const staysOpen = response.shouldKeepAlive && !response.hasHeader('Connection');
  if (staysOpen && template.text !== undefined) {
    response.statusCode = status;
    own._header = filledText(template.text, current);
    return;
  }
  response.writeHead(status, filled(template, current));
  if (staysOpen && typeof own._header === 'string') {
    template.text = textOf(own._header, template);
  }
};

/** The names and values for a response, by turns. */
const filled = ({ fields, gaps }: HeadTemplate, current: Current): string[] => {
  const copy = [...fields];
  for (const at of gaps) copy[at] = String(current[fields[at - 1] ?? ''] ?? '');
  return copy;
};

const textOf = (head: string, { fields, gaps }: HeadTemplate): HeadText => {
  const missing = ['Date', ...gaps.map((at) => fields[at - 1])].join('|');
  return {
    parts: head.split(new RegExp(`(?<=^(?:${missing}): ).*$`, 'm')),
    names: Array.from(head.matchAll(new RegExp(`^(?:${missing})(?=: )`, 'gm')), ([name]) => name),
  };
};

const filledText = ({ parts, names }: HeadText, current: Current): string => {
  let text = parts[0] ?? '';
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at] ?? '';
    text += `${name === 'Date' ? httpDate() : (current[name] ?? '')}${parts[at + 1] ?? ''}`;
  }
  return text;
};

let dateSecond = NaN;
let dateText = '';

/** The value of `Date` (RFC 9110, section 6.6.1). Rendered once a second. */
const httpDate = (): string => {
  const second = Math.floor(Date.now() / 1_000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateText = new Date(second * 1_000).toUTCString();
  }
  return dateText;
};
