import type { BlobStore } from './blob-store.ts';
import type { Clock } from './clock.ts';
import type { Digest } from './digest.ts';
import type { EventPublisher } from './event-publisher.ts';
import type { HealthProbe } from './health-probe.ts';
import type { IdGenerator } from './id-generator.ts';
import type { KeyValueCache } from './key-value-cache.ts';
import type { Log } from './log.ts';
import type { MediaInspector } from './media-inspector.ts';
import type { PasswordHasher } from './password-hasher.ts';
import type { PatternCompiler } from './pattern-compiler.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { Repositories } from './repositories.ts';
import type { SecretGenerator } from './secret-generator.ts';
import type { Timer } from './timer.ts';
import type { TokenSigner } from './token-signer.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** Everything the core needs from outside: what {@link createCms} is given. */
export interface Ports extends Repositories {
  readonly unitOfWork: UnitOfWork;
  readonly blobs: BlobStore;
  /** Shared by all instances of the service, where there are several. */
  readonly sharedCache: KeyValueCache;
  /** This process alone. */
  readonly processCache: KeyValueCache;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly ids: IdGenerator;
  readonly secrets: SecretGenerator;
  readonly passwords: PasswordHasher;
  readonly digest: Digest;
  readonly signer: TokenSigner;
  readonly mediaInspector: MediaInspector;
  readonly patterns: PatternCompiler;
  readonly events: EventPublisher;
  readonly log: Log;
  readonly probes: {
    readonly database: HealthProbe;
    readonly keyValue: HealthProbe;
    readonly storage: HealthProbe;
  };
}
