import type { Terminal } from './terminal.ts';

/** Shows the progress of a long operation. */
export interface Progress {
  /**
   * Starts to count from 0. Rates and the remaining time are measured from here.
   *
   * @param noun what is counted, in the singular.
   * @param total how many there are; undefined when that is unknown.
   */
  readonly count: (noun: string, total?: number) => void;
  /** @param done how many so far. */
  readonly update: (done: number) => void;
  /** Removes the status line. */
  readonly end: () => void;
}

const statusIntervalMs = 100;
const logIntervalMs = 10_000;

/**
 * Updates a status line on a screen. Without a screen it writes a line every ten seconds.
 *
 * @param now in milliseconds, on a monotonic clock.
 */
export const showProgress = (
  { isInteractive, showStatus, notify }: Terminal,
  now: () => number = () => performance.now(),
): Progress => {
  let counted: Pick<ProgressState, 'noun' | 'total'> = { noun: 'item', total: undefined };
  let start = now();
  let shownAt = start;
  const show = (done: number): void => {
    const line = formatProgress({ ...counted, done, seconds: (now() - start) / 1_000 });
    if (isInteractive) showStatus(line);
    else notify(line);
  };
  return {
    count: (noun, total) => {
      counted = { noun, total };
      start = now();
      shownAt = start;
      if (isInteractive && total !== 0) show(0);
    },
    update: (done) => {
      if (now() - shownAt < (isInteractive ? statusIntervalMs : logIntervalMs)) return;
      shownAt = now();
      show(done);
    },
    end: () => {
      if (isInteractive) showStatus('');
    },
  };
};

/** Shows on a screen what the command does before it counts anything: `Opening the database`. */
export const showPhase = (
  { isInteractive, showStatus }: Pick<Terminal, 'isInteractive' | 'showStatus'>,
  phase: string,
): void => {
  if (isInteractive) showStatus(`${phase} …`);
};

export interface ProgressState {
  readonly done: number;
  readonly total: number | undefined;
  readonly noun: string;
  /** Since the count began. */
  readonly seconds: number;
}

export const formatProgress = ({ done, total, noun, seconds }: ProgressState): string => {
  const rate = `${formatRate(done, seconds)} a second`;
  if (total === undefined) return `${formatCounted(done, noun)}, ${rate}`;
  const reached = `${formatCount(done)} of ${formatCounted(total, noun)}`;
  if (done === 0) return reached;
  // A damaged source can have more than it announces.
  const share = Math.min(1, done / total);
  const left = (seconds / share) * (1 - share);
  return `${Math.floor(share * 100)} %: ${reached}, ${rate}, ${formatDuration(left)} left`;
};

/** How many a second. */
export const formatRate = (done: number, seconds: number): string => {
  const perSecond = seconds === 0 ? 0 : done / seconds;
  return perSecond < 10 ? perSecond.toFixed(1) : formatCount(perSecond);
};

/** A rounded number with separators: `1,234`. Not by `toLocaleString`, whose first call takes 20 ms. */
export const formatCount = (value: number): string =>
  String(Math.round(value)).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

/** `1 item`, `2 items`. @param noun a singular whose plural ends in s. */
export const formatCounted = (count: number, noun: string): string =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

/** `3 s`, `2 min 5 s` or `1 h 20 min`. */
export const formatDuration = (seconds: number): string => {
  const rounded = Math.ceil(seconds);
  if (rounded < 60) return `${rounded} s`;
  if (rounded < 3_600) return `${Math.floor(rounded / 60)} min ${rounded % 60} s`;
  return `${Math.floor(rounded / 3_600)} h ${Math.floor((rounded % 3_600) / 60)} min`;
};
