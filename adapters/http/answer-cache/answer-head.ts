/** Names and values, by turns. Values that differ for each response are empty. */
export type AnswerHead = readonly string[];

/** The values that differ for each response, by name in the spelling of a head. */
export type OwnValues = Readonly<Record<string, string | number | undefined>>;

/** The names of these values, in one spelling. */
const ownNames = new Map(
  [
    'X-Request-Id',
    'X-Cache-Status',
    'X-Cache-Source',
    'X-Cache-TTL',
    'X-Response-Time',
    'Content-Length',
  ].map((name) => [name.toLowerCase(), name] as const),
);

/** Names that a response without a body does not have. */
const contentNames = /^content-(?:type|length|encoding)$/i;

/** @param fields of a response, in their order. */
export const headOf = (fields: Iterable<readonly [name: string, value: string]>): AnswerHead =>
  [...fields].flatMap(([name, value]) => {
    const own = ownNames.get(name.toLowerCase());
    return own === undefined ? [name, value] : [own, ''];
  });

/** The value of a field; undefined without it. @param wanted in lower case. */
export const fieldOf = (head: AnswerHead, wanted: string): string | undefined => {
  const at = head.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === wanted);
  return at === -1 ? undefined : head[at + 1];
};

/** The head for 304. */
export const withoutContent = (head: AnswerHead): AnswerHead =>
  head.flatMap((name, at) =>
    at % 2 === 0 && !contentNames.test(name) ? [name, head[at + 1] ?? ''] : [],
  );

/** The head of one response, as an array of names and values. */
export const filled = (head: AnswerHead, own: OwnValues): string[] =>
  head.map((value, at) =>
    value === '' && at % 2 === 1 ? String(own[head[at - 1] ?? ''] ?? '') : value,
  );
