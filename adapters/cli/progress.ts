import type { Terminal } from './terminal.ts';

/** Shows how far a long operation is. */
export interface Progress {
  /**
   * @param done how many so far.
   * @param share of the whole, from 0 to 1; undefined when the whole is unknown.
   */
  readonly update: (done: number, share?: number) => void;
  /** Removes the status line. */
  readonly end: () => void;
}

const statusIntervalMs = 100;
const logIntervalMs = 10_000;

/**
 * Updates a status line on a screen. Without a screen it writes a line every ten seconds.
 *
 * @param unit what is counted, in the plural.
 */
export const showProgress = (
  { isInteractive, showStatus, notify }: Terminal,
  unit: string,
): Progress => {
  const start = performance.now();
  let last = start;
  return {
    update: (done, share) => {
      const now = performance.now();
      if (now - last < (isInteractive ? statusIntervalMs : logIntervalMs)) return;
      last = now;
      const show = isInteractive ? showStatus : notify;
      show(formatProgress({ done, share, unit, seconds: (now - start) / 1_000 }));
    },
    end: () => {
      if (isInteractive) showStatus('');
    },
  };
};

export interface ProgressState {
  readonly done: number;
  readonly share: number | undefined;
  readonly unit: string;
  /** Since the start. */
  readonly seconds: number;
}

export const formatProgress = ({ done, share, unit, seconds }: ProgressState): string => {
  const speed = `${formatCount(done)} ${unit}, ${formatRate(done, seconds)} a second`;
  if (share === undefined || share <= 0) return speed;
  const left = (seconds / share) * (1 - share);
  return `${Math.floor(share * 100)} %: ${speed}, ${formatDuration(left)} left`;
};

/** How many a second. */
export const formatRate = (done: number, seconds: number): string => {
  const perSecond = seconds === 0 ? 0 : done / seconds;
  return perSecond < 10 ? perSecond.toFixed(1) : formatCount(perSecond);
};

/** A whole number with separators: `1,234`. */
export const formatCount = (value: number): string => Math.round(value).toLocaleString('en-US');

/** `1 item`, `2 items`. @param noun a singular whose plural ends in s. */
export const formatCounted = (count: number, noun: string): string =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

/** `3 s`, `2 min 5 s` or `1 h 20 min`. */
export const formatDuration = (seconds: number): string => {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`;
};
