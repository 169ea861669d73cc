/** A number of items. */
export interface Total {
  readonly count: number;
  /** Whether there are more: the service stops to count at a limit. */
  readonly isLowerBound: boolean;
}

/** “1,204”, or “10,000+” for a lower bound. */
export const formatTotal = ({ count, isLowerBound }: Total): string =>
  `${count.toLocaleString()}${isLowerBound ? '+' : ''}`;
