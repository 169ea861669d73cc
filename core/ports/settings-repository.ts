import type { Settings } from '../settings/settings.ts';

export interface SettingsRepository {
  /** Answers the defaults until something was saved. */
  load(): Promise<Settings>;
  save(settings: Settings): Promise<void>;
}
