export interface HealthProbe {
  /** Resolves when the dependency answers; rejects when it does not. */
  ping(): Promise<void>;
}
