import type { MediaFilter, MediaQuery } from '../../core/store.ts';
import { folderFilesMax } from '../../core/vocabulary.ts';
import type { Statement, Value } from './connection/statement.ts';
import {
  equalitiesByRange,
  joinedPage,
  leadingColumns,
  orderBy,
  type Equality,
} from './content/index-order.ts';
import { mediaFiles, noOwnAlt } from './media-row.ts';

/** A statement with its values. */
export interface MediaStatement {
  readonly statement: Statement;
  readonly values: readonly Value[];
}

/**
 * Up to so many files with the words, or below a folder, are read and sorted. If there are more, the newest files are looked at
 * one by one, in the order of an index, until the page is full.
 */
const sortedMax = 10_000;

/** What a filter becomes in a statement. */
interface Shape {
  /** The same for filters that have the same members. */
  readonly name: string;
  readonly values: readonly Value[];
  /** The FROM clause that finds the files in the order of one index, and the columns that lead this order. */
  readonly source: string;
  readonly leading: readonly string[];
  /** Reads up to so many files in no order. Undefined if `source` reads few others. */
  readonly found: string | undefined;
  /** Whether a file that was found meets the other conditions. Looked at only if there are few enough. */
  readonly isMet: string;
}

const ready = "state = 'ready'";

/** @param first the number of the first placeholder. @param most how many files are found in no order. */
const shapeOf = (
  { folder, withSubfolders = false, kind, words, withoutOwnAlt = false }: MediaFilter,
  first: number,
  most: string,
): Shape => {
  const values: Value[] = [];
  const place = (value: Value): string => `$${first + values.push(value) - 1}`;
  const isDeep = folder !== undefined && withSubfolders;
  const exactly: readonly Equality[] = [
    ...(folder === undefined || isDeep ? [] : [['folder', place(folder)] as const]),
    ...(kind === undefined ? [] : [['kind', place(kind)] as const]),
  ];
  const below = isDeep ? placesBelow(folder, place) : undefined;
  const lexemes = words && `${place(words.map((word) => `'${word}':*`).join(' & '))}::tsquery`;
  const within =
    below && `(folder = ${below.at} or (folder >= ${below.from} and folder < ${below.to}))`;
  // Only one index has the files without alternative text. Otherwise the equalities have an index of their own.
  const equalities = withoutOwnAlt ? [] : exactly;
  const conditions = [
    ...(withoutOwnAlt ? [noOwnAlt, ...exactly.map((each) => each.join(' = '))] : []),
    ...(within === undefined ? [] : [within]),
  ];
  const all = [...conditions, ...equalities.map((each) => each.join(' = '))].join(' and ');
  const meets = (condition: string, id: string): string =>
    `exists (select from media each where each.id = ${id} and ${condition} offset 0)`;
  const foundByWords =
    lexemes && `select id, created_at from media_with_words(${lexemes}, ${most})`;
  const match = lexemes === undefined ? undefined : `words @@ ${lexemes}`;
  // Conditions that the index decides come first: then only rows that meet them are looked at.
  const matchRow = match && (conditions.length === 0 ? match : meets(match, 'entry.id'));
  const isOrdered = withoutOwnAlt || below === undefined;
  return {
    name: [
      ...(folder === undefined ? [] : [isDeep ? 'below' : 'folder']),
      ...(kind === undefined ? [] : ['kind']),
      ...(withoutOwnAlt ? ['no_alt'] : []),
      ...(lexemes === undefined ? [] : ['words']),
    ].join('_'),
    values,
    source: `media entry where ${[ready, equalitiesByRange(equalities), ...conditions, ...(matchRow === undefined ? [] : [matchRow])].join(' and ')}`,
    leading: leadingColumns(equalities),
    found: foundByWords ?? (isOrdered ? undefined : foundBelow(below, exactly, most)),
    isMet: foundByWords === undefined || all === '' ? 'true' : meets(all, 'found.id'),
  };
};

interface Below {
  readonly at: string;
  readonly from: string;
  readonly to: string;
}

/** In the order of code units, only what is below a folder begins between its path with `/`, and with `0`. */
const placesBelow = (folder: string, place: (value: Value) => string): Below => ({
  at: place(folder),
  from: place(`${folder}/`),
  to: place(`${folder}0`),
});

/** The order of the columns lets only the indexes that begin with the folder be used. */
const foundBelow = (
  { at, from, to }: Below,
  exactly: readonly Equality[],
  most: string,
): string => {
  const [kind] = exactly;
  const order = ['folder', ...(kind === undefined ? [] : ['kind']), 'created_at', 'id']
    .map((column) => `${column} desc`)
    .join(', ');
  const isKind = kind === undefined ? '' : ` and ${equalitiesByRange([kind])}`;
  const range = (condition: string): string =>
    `(select id, created_at from media where ${ready} and ${condition}${isKind} ` +
    `order by ${order} limit ${most})`;
  return (
    `select * from (${range(`folder >= ${at} and folder <= ${at}`)} union all ` +
    `${range(`folder >= ${from} and folder < ${to}`)}) ranges limit ${most}`
  );
};

/** @param most how many files are found in no order. */
const areAll = (most: string): string => `(select count(*) from found) < ${most}`;

const item = `select * from media where ${equalitiesByRange([['id', 'page_id']])} order by id offset 0`;

/** A page of files, newest first. */
export const mediaPage = ({ limit, offset, ...filter }: MediaQuery): MediaStatement => {
  const { name, values, source, leading, found, isMet } = shapeOf(filter, 3, String(sortedMax + 1));
  const select = (from: string) => `select ${mediaFiles.selection} from ${from}`;
  const isRare = areAll(String(sortedMax + 1));
  const withFound = (keys: string) => {
    const rare = `select id, created_at from found where ${isRare} and ${isMet} ${orderBy({})} limit $1 offset $2`;
    const common = `select id, created_at from ${source} and not ${isRare} ${orderBy({ leading })} limit $1 offset $2`;
    const page = `select id as page_id, created_at as page_created_at from ((${rare}) union all (${common})) keys`;
    return `with found as materialized (${keys}) ${select(`(${page}) page cross join lateral (${item}) item ${orderBy({}, 'page_')}`)}`;
  };
  return {
    statement: {
      name: `media_list${name === '' ? '' : `_by_${name}`}`,
      text:
        found === undefined ? select(joinedPage('media', source, { leading })) : withFound(found),
    },
    values: [limit, offset, ...values],
  };
};

/** How many files there are, up to `max`. */
export const mediaCount = (filter: MediaFilter, max: number): MediaStatement => {
  const { name, values, source, leading, found, isMet } = shapeOf(filter, 2, '$1');
  const counted = `select count(*) from (select id from ${source} ${orderBy({ leading })} limit $1) counted`;
  const { words, ...others } = filter;
  const isAll = words !== undefined && Object.keys(others).length === 0;
  const text =
    found === undefined
      ? counted
      : isAll
        ? `select count(*) from (${found}) found`
        : `with found as materialized (${found}) select case when ${areAll('$1')} ` +
          `then (select count(*) from found where ${isMet}) else (${counted}) end as count`;
  return {
    statement: { name: `media_count${name === '' ? '' : `_by_${name}`}`, text },
    values: [max, ...values],
  };
};

/** The first `$1` folders, each found by one step in the index. */
export const mediaFolders: Statement = {
  name: 'media_folders',
  text:
    'with recursive folders (path, n) as (' +
    `(select folder, 1 from media where ${ready} order by folder, created_at, id limit 1) union all ` +
    `select next.folder, n + 1 from folders cross join lateral (select folder from media where ${ready} ` +
    'and folder > path order by folder, created_at, id limit 1) next where n < $1) ' +
    'select path, (select count(*) from (select from media ' +
    `where ${ready} and folder >= path and folder <= path ` +
    `order by folder, created_at, id limit ${folderFilesMax}) counted)::integer as files from folders order by n`,
};
