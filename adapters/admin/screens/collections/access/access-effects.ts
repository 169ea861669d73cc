import type { AccessReportDto } from '../../../../../contracts/schemas/access-report.ts';
import { counted } from '../../../catalogue/forms.ts';
import { t } from '../../../catalogue/texts.ts';
import type { Total } from '../../content/format-total.ts';
import { countedTotal } from '../../content/format-total.ts';

/** What decides what a change of the access does. */
export interface AccessFacts {
  readonly report: Pick<AccessReportDto, 'items' | 'redirects' | 'referrers' | 'users'>;
  /** Whether the public reads the collection while it is not private. */
  readonly isActive: boolean;
  /** The items that are not published; undefined if only users can read such ones. */
  readonly unpublished: Total | undefined;
}

/** The sentences about what there is. */
const ifAny = (total: Total | undefined, sentence: (total: Total) => string): readonly string[] =>
  total === undefined || (total.count === 0 && !total.isLowerBound) ? [] : [sentence(total)];

/** What visitors and websites lose, in sentences. */
export const closingEffects = (facts: AccessFacts): readonly string[] => {
  const { report, isActive, unpublished } = facts;
  const { items, referrers, users } = report;

  const lost = [
    items.count === 0 ? t.access.nonePublished : countedTotal(items, t.access.itemsLost),
    ...ifAny(unpublished, (total) => countedTotal(total, t.access.unpublishedLost)),
    ...ifAny(referrers, (total) =>
      total.count === 0 ? t.access.manyReferrers : countedTotal(total, t.access.linksLost),
    ),
  ];
  return [
    ...(isActive ? lost : [t.access.alreadyHidden]),
    counted(users.count, t.access.accountsStay),
  ];
};

/** What everybody can read from then on, in sentences. */
export const openingEffects = (facts: AccessFacts): readonly string[] => {
  const { report, isActive, unpublished } = facts;
  const { items, redirects } = report;
  const readable = [
    items.count === 0 ? t.access.nonePublishedYet : countedTotal(items, t.access.itemsShown),
    ...ifAny(redirects, (total) => countedTotal(total, t.access.redirectsShown)),
    ...ifAny(unpublished, (total) => countedTotal(total, t.access.unpublishedShown)),
    t.access.schemaShown,
  ];
  return [...(isActive ? readable : [t.access.stillHidden]), t.access.notTakenBack];
};
