import type { HealthProbe } from '../../core/index.ts';

/** Memory is always reachable. */
export class MemoryHealthProbe implements HealthProbe {
  async ping(): Promise<void> {
    return undefined;
  }
}
