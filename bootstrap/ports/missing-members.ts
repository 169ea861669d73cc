import type { FilePorts, PortName } from './port-factories.ts';
import type { Repositories } from '../../core/index.ts';

/** The kinds of a port's members, which are checked at run time. */
type Shape<Port> = Readonly<Record<keyof Port, 'method' | 'object'>>;

const repositories: Readonly<Record<keyof Repositories, 'object'>> = {
  contents: 'object',
  summaries: 'object',
  queries: 'object',
  indexes: 'object',
  revisions: 'object',
  trash: 'object',
  outbox: 'object',
  audit: 'object',
  copies: 'object',
  previews: 'object',
  schedules: 'object',
  search: 'object',
  redirects: 'object',
  receipts: 'object',
  references: 'object',
  collections: 'object',
  media: 'object',
  users: 'object',
  sessions: 'object',
  apiTokens: 'object',
  previewTokens: 'object',
  webhooks: 'object',
  deliveries: 'object',
  site: 'object',
};

/** The members that each port must have. */
const shapes: { readonly [Name in PortName]: Shape<RequiredMembers<FilePorts[Name]>> } = {
  store: {
    repositories: 'object',
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
  blobs: { put: 'method', stat: 'method', get: 'method', delete: 'method', list: 'method' },
  keyValue: { get: 'method', set: 'method', increment: 'method' },
};

type RequiredMembers<Port> = {
  [Name in keyof Port as undefined extends Port[Name] ? never : Name]: Port[Name];
};

/** The members that a result of a factory lacks, such as `commit` or `repositories.users`. */
export const missingMembers = (name: PortName, port: object): readonly string[] => {
  const missing = lacking(port, shapes[name]);
  const health = memberOf(port, 'health');
  const hasProbe = health === undefined || isMethod(memberOf(health, 'ping'));
  const isStore = name === 'store' && !missing.includes('repositories');
  return [
    ...missing,
    ...(hasProbe ? [] : ['health.ping']),
    ...(isStore
      ? lacking(memberOf(port, 'repositories'), repositories).map((each) => `repositories.${each}`)
      : []),
  ];
};

const lacking = (holder: unknown, shape: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(shape).flatMap(([name, kind]) => {
    const member = memberOf(holder, name);
    return (kind === 'method' ? isMethod(member) : isObject(member)) ? [] : [name];
  });

const memberOf = (holder: unknown, name: string): unknown =>
  isObject(holder) ? Reflect.get(holder, name) : undefined;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const isMethod = (value: unknown): boolean => typeof value === 'function';
