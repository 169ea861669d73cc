import type { Repositories } from '../../core/store.ts';
import type { FilePorts, PortFactories, PortName } from './port-factories.ts';

export type MemberKind = 'method' | 'object' | 'text';

/** The kinds of a port's members, which are checked at run time. */
type Shape<Port> = Readonly<Record<keyof Port, MemberKind>>;

/** The repositories that a store must have. */
export const repositories: Readonly<Record<keyof Repositories, 'object'>> = {
  contents: 'object',
  summaries: 'object',
  queries: 'object',
  indexes: 'object',
  revisions: 'object',
  trash: 'object',
  translations: 'object',
  outbox: 'object',
  audit: 'object',
  copies: 'object',
  wordCounts: 'object',
  schedules: 'object',
  search: 'object',
  redirects: 'object',
  comments: 'object',
  receipts: 'object',
  references: 'object',
  collections: 'object',
  media: 'object',
  users: 'object',
  sessions: 'object',
  identities: 'object',
  apiTokens: 'object',
  previewTokens: 'object',
  accountLinks: 'object',
  invitations: 'object',
  savedViews: 'object',
  webhooks: 'object',
  deliveries: 'object',
  secondFactors: 'object',
  challenges: 'object',
  trustedBrowsers: 'object',
  mails: 'object',
  site: 'object',
};

type RequiredMembers<Port> = {
  [Name in keyof Port as undefined extends Port[Name] ? never : Name]: Port[Name];
};

interface PortMembers<Port> {
  /** The type of the port, in a sentence. */
  readonly type: string;
  readonly members: Shape<RequiredMembers<Port>>;
}

/** What each port must have. */
export const portMembers: { readonly [Name in PortName]: PortMembers<FilePorts[Name]> } = {
  store: {
    type: 'a Store',
    members: {
      repositories: 'object',
      supports: 'object',
      commit: 'method',
      exclusively: 'method',
      atomically: 'method',
      consistently: 'method',
      snapshot: 'method',
      health: 'object',
      pendingMigrations: 'method',
      migrate: 'method',
      close: 'method',
    },
  },
  blobs: {
    type: 'a BlobStore',
    members: { put: 'method', stat: 'method', get: 'method', delete: 'method', list: 'method' },
  },
  sharedCache: {
    type: 'a KeyValueCache',
    members: { get: 'method', set: 'method', increment: 'method' },
  },
  processCache: {
    type: 'a KeyValueCache',
    members: { get: 'method', set: 'method', increment: 'method' },
  },
  limiter: { type: 'a RateLimiter', members: { attempt: 'method' } },
  clock: { type: 'a Clock', members: { now: 'method' } },
  timer: { type: 'a Timer', members: { within: 'method' } },
  ids: { type: 'an IdGenerator', members: { next: 'method' } },
  secrets: { type: 'a SecretGenerator', members: { next: 'method' } },
  passwords: {
    type: 'a PasswordHasher',
    members: { scheme: 'text', hash: 'method', verify: 'method' },
  },
  digest: { type: 'a Digest', members: { sha256: 'method' } },
  signer: { type: 'a TokenSigner', members: { sign: 'method', verify: 'method' } },
  encryption: { type: 'an Encryption', members: { encrypt: 'method', decrypt: 'method' } },
  markdown: { type: 'a MarkdownReader', members: { read: 'method' } },
  mediaInspector: { type: 'a MediaInspector', members: { inspect: 'method', measure: 'method' } },
  imageResizer: { type: 'an ImageResizer', members: { isAvailable: 'method', resize: 'method' } },
  patterns: { type: 'a PatternCompiler', members: { compile: 'method' } },
  domainNames: { type: 'a DomainNames', members: { toAscii: 'method' } },
  webhookSender: { type: 'a WebhookSender', members: { send: 'method', refusalOf: 'method' } },
  oneTimeCodes: { type: 'OneTimeCodes', members: { newKey: 'method', codeOf: 'method' } },
  webhookSigner: { type: 'a WebhookSigner', members: { newKey: 'method', sign: 'method' } },
  mailer: { type: 'a Mailer', members: { send: 'method' } },
  identityProvider: {
    type: 'an IdentityProvider',
    members: { begin: 'method', finish: 'method' },
  },
  log: { type: 'a Log', members: { info: 'method', warn: 'method', error: 'method' } },
};

export const portNames = Object.keys(portMembers) as readonly PortName[];

/** The names of the ports that are replaced. */
export const replacedPorts = (ports: PortFactories): readonly PortName[] =>
  portNames.filter((name) => ports[name] !== undefined);
