import type { Clock } from '../../core/index.ts';

export class SystemClock implements Clock {
  now(): number {
    return Date.now();
  }
}
