import { defaultSettings, type Settings, type SettingsRepository } from '../../core/index.ts';
import { copyOf } from './copy-of.ts';
import type { MemoryAccess } from './memory-access.ts';

export class MemorySettingsRepository implements SettingsRepository {
  readonly #access: MemoryAccess;

  constructor(access: MemoryAccess) {
    this.#access = access;
  }

  async load(): Promise<Settings> {
    return this.#access.read(({ settings }) => settings.get('current') ?? defaultSettings);
  }

  async save(settings: Settings): Promise<void> {
    const stored = copyOf(settings);
    return this.#access.write((tables) => {
      tables.settings.set('current', stored);
    });
  }
}
