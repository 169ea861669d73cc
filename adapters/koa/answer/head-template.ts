import type { ClientRequest, ServerResponse } from 'node:http';

/** The values that differ for each response, by name. */
export type Current = Readonly<Record<string, string | number | undefined>>;

/** The head of answers to the same request: names and values, by turns. Some values are still missing. */
export interface HeadTemplate {
  readonly fields: readonly string[];
  /** The indexes of the missing values in `fields`. */
  readonly gaps: readonly number[];
}

/** Names whose values differ for each response. */
const currentNames = /^(?:x-request-id|x-cache-\w+|x-response-time|content-length|etag)$/i;

export interface HeadTemplates {
  /** For a response with its body. */
  readonly whole: HeadTemplate;
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
      const made = { whole: templateOf(fields), notModified: templateOf(withoutContent(fields)) };
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

/** The names and values for a response, by turns. */
export const filled = ({ fields, gaps }: HeadTemplate, current: Current): string[] => {
  const copy = [...fields];
  for (const at of gaps) copy[at] = String(current[fields[at - 1] ?? ''] ?? '');
  return copy;
};
