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
