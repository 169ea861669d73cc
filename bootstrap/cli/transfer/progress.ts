import type { Terminal } from '../terminal.ts';

/** Tells how far a long piece of work is. */
export interface Progress {
  /**
   * @param done so far, in all.
   * @param share of the whole, from 0 to 1, where that is known.
   */
  readonly reach: (done: number, share?: number) => void;
  /** Takes the line away. */
  readonly end: () => void;
}

/** In milliseconds: a screen is redrawn, a log gets a line now and then. */
const redrawEvery = 100;
const logEvery = 10_000;

/**
 * One line that is redrawn on a screen; where nobody watches, plain lines, far apart.
 *
 * @param unit what is counted, in the plural.
 */
export const showProgress = ({ isWatched, redraw, tell }: Terminal, unit: string): Progress => {
  const start = performance.now();
  let last = start;
  return {
    reach: (done, share) => {
      const now = performance.now();
      if (now - last < (isWatched ? redrawEvery : logEvery)) return;
      last = now;
      (isWatched ? redraw : tell)(
        describeProgress({ done, share, unit, seconds: (now - start) / 1_000 }),
      );
    },
    end: () => {
      if (isWatched) redraw('');
    },
  };
};

export interface Reached {
  readonly done: number;
  readonly share: number | undefined;
  readonly unit: string;
  /** Since the start. */
  readonly seconds: number;
}

export const describeProgress = ({ done, share, unit, seconds }: Reached): string => {
  const speed = `${count(done)} ${unit}, ${rate(done, seconds)} a second`;
  if (share === undefined || share <= 0) return speed;
  const left = (seconds / share) * (1 - share);
  return `${Math.floor(share * 100)} %: ${speed}, ${duration(left)} left`;
};

/** How many a second, as people read it. */
export const rate = (done: number, seconds: number): string => {
  const perSecond = seconds === 0 ? 0 : done / seconds;
  return perSecond < 10 ? perSecond.toFixed(1) : count(perSecond);
};

/** A whole number, as people read it. */
export const count = (value: number): string => Math.round(value).toLocaleString('en-US');

/** Seconds as `3 s`, `2 min 5 s` or `1 h 20 min`. */
export const duration = (seconds: number): string => {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`;
};
