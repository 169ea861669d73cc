import type { Cms, Ports, Repositories } from '../core/index.ts';
import { token } from './token.ts';

/** The container's keys: one per port, what the ports are made of, and the core itself. */
export const tokens = {
  repositories: token<Repositories>('Repositories'),
  unitOfWork: token<Ports['unitOfWork']>('UnitOfWork'),
  blobs: token<Ports['blobs']>('BlobStore'),
  sharedCache: token<Ports['sharedCache']>('SharedCache'),
  processCache: token<Ports['processCache']>('ProcessCache'),
  /** Counts for the limiter while the shared cache is away. */
  fallbackCounter: token<Pick<Ports['sharedCache'], 'increment'>>('FallbackCounter'),
  limiter: token<Ports['limiter']>('RateLimiter'),
  clock: token<Ports['clock']>('Clock'),
  timer: token<Ports['timer']>('Timer'),
  ids: token<Ports['ids']>('IdGenerator'),
  secrets: token<Ports['secrets']>('SecretGenerator'),
  passwords: token<Ports['passwords']>('PasswordHasher'),
  digest: token<Ports['digest']>('Digest'),
  signer: token<Ports['signer']>('TokenSigner'),
  mediaInspector: token<Ports['mediaInspector']>('MediaInspector'),
  patterns: token<Ports['patterns']>('PatternCompiler'),
  events: token<Ports['events']>('EventPublisher'),
  log: token<Ports['log']>('Log'),
  databaseProbe: token<Ports['probes']['database']>('DatabaseProbe'),
  keyValueProbe: token<Ports['probes']['keyValue']>('KeyValueProbe'),
  storageProbe: token<Ports['probes']['storage']>('StorageProbe'),
  cms: token<Cms>('Cms'),
} as const;
