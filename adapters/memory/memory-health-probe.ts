import type { HealthProbe } from '../../core/index.ts';

/** What lives in this process is there for as long as the process answers. */
export class MemoryHealthProbe implements HealthProbe {
  async ping(): Promise<void> {
    return undefined;
  }
}
