const single: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
  '\u0649': '\u064a',
  '\u06cc': '\u064a',
  '\u06a9': '\u0643',
  '\u02bb': ' ',
  '\u02bc': ' ',
};

/** The zeros of scripts with digits of their own. */
const zeros =
  '0660 06f0 07c0 0966 09e6 0a66 0ae6 0b66 0be6 0c66 0ce6 0d66 0de6 0e50 0ed0 0f20 1040 1090 17e0 1810 1946 19d0 1a80 1a90 1b50 1bb0 1c40 1c50 a620 a8d0 a900 a9d0 a9f0 aa50 abf0';

const digits = zeros
  .split(' ')
  .flatMap((zero) =>
    Array.from({ length: 10 }, (_, digit) => [
      String.fromCodePoint(Number.parseInt(zero, 16) + digit),
      String(digit),
    ]),
  );
const pairs = [...Object.entries(single), ...digits];
const from = pairs.map(([each]) => each).join('');
const to = pairs.map(([, each]) => each).join('');

/** The tatweel, which has no counterpart, is removed. */
const translated = `translate(title_key, '${from}\u0640', '${to}')`;
const long = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
] as const;
const replaced = long.reduce(
  (key, [each, by]) => `replace(${key}, '${each}', '${by}')`,
  translated,
);
const folded = `btrim(regexp_replace(${replaced}, ' +', ' ', 'g'))`;

/**
 * Letters that are written in several ways count as equal: folds the keys of stored titles, and lets the index of the search
 * be rebuilt in the background. Until an entry is replaced, it is found as before.
 */
export const foldedLettersMigration = {
  name: '0031-folded-letters',
  sql: `
update content set title_key = ${folded} where title_key <> ${folded};

with settings as (
  update content_search_settings set rebuild = rebuild + 1 where exists (select from content) returning rebuild
)
insert into content_search_rebuilds (collection_id, number, begun_at)
select '00000000-0000-0000-0000-000000000000', rebuild, floor(extract(epoch from statement_timestamp()) * 1000)::bigint
from settings
on conflict (collection_id) do update set number = excluded.number, begun_at = excluded.begun_at;
`,
};
