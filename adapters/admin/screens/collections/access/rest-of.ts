import { grantedMax } from '../../../../../contracts/client/vocabulary.ts';
import { t } from '../../../catalogue/texts.ts';

/** More would hide what is below. */
const shownMax = 8;

/** The first of a list, and how many others there are, in words; empty if there are none. */
export const restOf = <T>(
  all: readonly T[],
): { readonly shown: readonly T[]; readonly others: string } => {
  if (all.length <= shownMax) return { shown: all, others: '' };
  const shown = all.slice(0, shownMax - 1);
  const rest = all.length - shown.length;
  return {
    shown,
    others: all.length < grantedMax ? t.access.others(rest) : t.access.othersOrMore(rest),
  };
};
