import type { ApiTokenRepository } from './api-token-repository.ts';
import type { CollectionRepository } from './collection-repository.ts';
import type { ContentRepository } from './content-repository.ts';
import type { MediaRepository } from './media-repository.ts';
import type { SessionRepository } from './session-repository.ts';
import type { SettingsRepository } from './settings-repository.ts';
import type { UserRepository } from './user-repository.ts';

/** Everything that is kept, as one record: what a unit of work hands to its work. */
export interface Repositories {
  readonly contents: ContentRepository;
  readonly collections: CollectionRepository;
  readonly media: MediaRepository;
  readonly users: UserRepository;
  readonly sessions: SessionRepository;
  readonly apiTokens: ApiTokenRepository;
  readonly settings: SettingsRepository;
}
