import type { AccessReportDto } from '../../../../../contracts/schemas/access-report.ts';
import { formatTotal, type Total } from '../../content/format-total.ts';

/** What decides what a change of the access does. */
export interface AccessFacts {
  readonly report: Pick<AccessReportDto, 'items' | 'redirects' | 'referrers' | 'users'>;
  /** Whether the public reads the collection while it is not private. */
  readonly isActive: boolean;
  /** The items that are not published; undefined if only users can read such ones. */
  readonly unpublished: Total | undefined;
}

const isOne = ({ count, isLowerBound }: Total): boolean => count === 1 && !isLowerBound;

const exactly = (count: number): Total => ({ count, isLowerBound: false });

/** “1 item disappears”, “3 items disappear”. */
const say = (total: Total, one: string, many: string): string =>
  `${formatTotal(total)} ${isOne(total) ? one : many}`;

/** The sentences about what there is. */
const ifAny = (total: Total | undefined, sentence: (total: Total) => string): readonly string[] =>
  total === undefined || (total.count === 0 && !total.isLowerBound) ? [] : [sentence(total)];

/** What visitors and websites lose, in sentences. */
export const closingEffects = (facts: AccessFacts): readonly string[] => {
  const { report, isActive, unpublished } = facts;
  const { items, referrers, users } = report;
  const accounts = exactly(users.count);
  const lost = [
    items.count === 0
      ? 'It has no published items.'
      : `${say(items, 'published item disappears', 'published items disappear')} for visitors, and for websites that read without an API token that names the collection.`,
    ...ifAny(
      unpublished,
      (total) =>
        `${say(total, 'item that is not published disappears', 'items that are not published disappear')} for them, too. The settings let everybody read drafts.`,
    ),
    ...ifAny(referrers, (total) =>
      total.count === 0
        ? 'Items of public collections may link to it. There are too many to count.'
        : `${say(total, 'item of a public collection links', 'items of public collections link')} to it. For visitors, such links lead nowhere then.`,
    ),
  ];
  return [
    ...(isActive
      ? lost
      : ['The collection is inactive: visitors do not see its items now either.']),
    `${say(accounts, 'account goes', 'accounts go')} on seeing it: admins, editors, and people with a role in it. Other accounts do not.`,
  ];
};

/** What everybody can read from then on, in sentences. */
export const openingEffects = (facts: AccessFacts): readonly string[] => {
  const { report, isActive, unpublished } = facts;
  const { items, redirects } = report;
  const readable = [
    items.count === 0
      ? 'It has no published items yet.'
      : `${say(items, 'published item becomes', 'published items become')} readable by everybody, without signing in.`,
    ...ifAny(
      redirects,
      (total) =>
        `${say(total, 'redirect from a former slug becomes', 'redirects from former slugs become')} public, too.`,
    ),
    ...ifAny(
      unpublished,
      (total) =>
        `${say(total, 'item that is not published becomes', 'items that are not published become')} readable, too. The settings let everybody read drafts.`,
    ),
    'Its name and its fields become public.',
  ];
  return [
    ...(isActive ? readable : ['It is inactive: visitors see its items once it is active.']),
    'Making it private again does not take back what somebody has read.',
  ];
};
