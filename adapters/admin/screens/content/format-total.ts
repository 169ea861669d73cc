import { counted, numberText, type Forms } from '../../catalogue/forms.ts';

/** A number of items. */
export interface Total {
  readonly count: number;
  /** Whether there are more: the service stops to count at a limit. */
  readonly isLowerBound: boolean;
}

/** “1,204”, or “10,000+” for a lower bound. */
export const formatTotal = ({ count, isLowerBound }: Total): string =>
  `${numberText(count)}${isLowerBound ? '+' : ''}`;

/** As {@link counted}, for a number that may be a lower bound: “10,000+ items”. */
export const countedTotal = (total: Total, formsOf: (count: string) => Forms): string => {
  const forms = formsOf(formatTotal(total));
  return total.isLowerBound ? forms.other : counted(total.count, () => forms);
};
