import type { Shown } from '../../../../core/store.ts';
import { shownItems } from '../states/shown-items.ts';

/** Rows of `content` that an id or a group names, before the first one of the chain is chosen. */
export interface Candidates {
  /** The id of an item that is shown as it is, because it has no locale; null for a group. */
  readonly own: string;
  readonly group: string;
  /** The placeholder of the chain. */
  readonly chain: string;
}

const candidates = ({ own, group, chain }: Candidates, columns: string): string =>
  `select ${columns} from content where id = ${own} and locale is null union all ` +
  `select ${columns} from content where group_id = ${group} and locale is not null and locale = any (${chain})`;

/**
 * The item that is shown of a group: the first one in the order of the chain that meets the conditions as it is shown.
 *
 * @param rest further conditions.
 */
export const chosenItem: Readonly<Record<Shown, (of: Candidates, rest: string) => string>> = {
  published: (of, rest) => chosen(candidates(of, '*, xmin'), of.chain, rest),
  unpublished: (of, rest) => chosen(shownItems(`(${candidates(of, '*')}) item`), of.chain, rest),
};

const chosen = (source: string, chain: string, rest: string): string =>
  `select * from (${source}) candidate where true${rest} ` +
  `order by array_position(${chain}, locale) limit 1`;

/** An item in a locale, which is a row of a FROM clause. */
interface Among {
  readonly group: string;
  readonly locale: string;
  /** The placeholder of the chain. */
  readonly chain: string;
}

/**
 * Whether an item is the one that is shown of its group: in the chain, and no item before it meets the conditions. A subquery,
 * which looks up the group of each item: a join could read all groups.
 *
 * @param rest further conditions, as in {@link chosenItem}.
 */
export const isChosen: Readonly<Record<Shown, (item: Among, rest: string) => string>> = {
  published: (item, rest) => isFirst(item, earlierItems(item), rest),
  unpublished: (item, rest) => isFirst(item, shownItems(`(${earlierItems(item)}) item`), rest),
};

const earlierItems = ({ group, locale, chain }: Among): string =>
  `select * from content where group_id = ${group} and locale is not null ` +
  `and array_position(${chain}, locale) < array_position(${chain}, ${locale})`;

const isFirst = ({ locale, chain }: Among, earlier: string, rest: string): string =>
  `${locale} = any (${chain}) and ` +
  `(select true from (${earlier}) earlier where true${rest} limit 1) is null`;
