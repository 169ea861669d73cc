import type { Operation } from '../../../contracts/index.ts';
import type { RestRequest } from '../../conformance/rest-api/index.ts';
import { hostileEncoded, hostileHeaders } from './hostile-values.ts';

/** One change that makes a valid request hostile. */
export interface Mutation {
  readonly label: string;
  /** Returns a valid request with the change. */
  readonly applyTo: (good: RestRequest) => RestRequest;
}

/** Lists the mutations for requests of an operation. */
export type FindMutations = (operation: Operation) => readonly Mutation[];

/** Values that could break a statement, and values that a column cannot store. */
const aboutDatabases =
  /SQL|JSON path|placeholder|wildcards|backslashes|format|quotes|NUL|half|surrogate|beyond|UUID|padded|prototype|combining|long text|signed/;

/** Of the mutations, those with values that a database could misread. They are sent to a database. */
export const forDatabases =
  (find: FindMutations): FindMutations =>
  (operation) =>
    find(operation).filter(({ label }) => aboutDatabases.test(label));

/** Of the mutations, those that `forDatabases` leaves out. */
export const forMemory =
  (find: FindMutations): FindMutations =>
  (operation) =>
    find(operation).filter(({ label }) => !aboutDatabases.test(label));

/** Replaces each path parameter by each hostile value. */
export const hostilePaths: FindMutations = ({ path, params }) =>
  Object.keys(params?.properties ?? {}).flatMap((name) =>
    Object.entries(hostileEncoded).map(([value, text]) => ({
      label: `${name}: ${value}`,
      applyTo: (good) => ({ ...good, path: path.replace(`{${name}}`, () => text) }),
    })),
  );

/** Ways to send a parameter more than once, or in a wrong form. */
const shapes: Readonly<Record<string, (name: string) => string>> = {
  repeated: (name) => `${name}=1&${name}=2`,
  'repeated with the same value': (name) => `${name}=1&${name}=1`,
  'in brackets': (name) => `${name}[]=1&${name}[$gt]=2&${name}.x=3`,
  'in other spellings': (name) => `${name.toUpperCase()}=1&%${name.charCodeAt(0).toString(16)}=2`,
  'without a value': (name) => name,
  'hundreds of times': (name) => `${name}=1&`.repeat(400),
};

const hostileParameters = (names: readonly string[]): readonly (readonly [string, string])[] =>
  names.flatMap((name) => [
    ...Object.entries(hostileEncoded).map(
      ([value, text]) => [`${name}: ${value}`, `${name}=${text}`] as const,
    ),
    ...Object.entries(shapes).map(([shape, write]) => [`${name}: ${shape}`, write(name)] as const),
  ]);

/** Parameters that no operation has. Some would be dangerous if an operation had them. */
const unknownParameters = [
  '__proto__',
  'constructor',
  'sort',
  'where',
  'fields',
  'role',
  'X-API-Key',
  'a[b]',
];

export const hostileQueries: FindMutations = ({ query }) =>
  [
    ...hostileParameters(Object.keys(query?.properties ?? {})),
    ...unknownParameters.map((name) => [name, `${name}=1&${name}=2`] as const),
  ].map(([label, text]) => ({
    label: `?${label}`,
    applyTo: (good) => ({
      ...good,
      path: `${good.path}${good.path.includes('?') ? '&' : '?'}${text}`,
    }),
  }));

const anyHeaders = [
  'Authorization',
  'Cookie',
  'X-API-Key',
  'Accept',
  'Accept-Encoding',
  'Content-Encoding',
  'Content-Type',
  'Forwarded',
  'If-Match',
  'If-Modified-Since',
  'If-None-Match',
  'If-Range',
  'Origin',
  'Range',
  'Referer',
  'Sec-Fetch-Site',
  'X-CSRF-Token',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-HTTP-Method-Override',
  'X-Request-Id',
];

export const hostileHeaderFields: FindMutations = () =>
  anyHeaders.flatMap((name) =>
    Object.entries(hostileHeaders).map(([value, text]) => ({
      label: `${name}: ${value}`,
      applyTo: (good) => ({ ...good, headers: { ...good.headers, [name]: text } }),
    })),
  );

export const hostileForms: FindMutations = ({ body }) =>
  body?.kind !== 'form'
    ? []
    : hostileParameters(Object.keys(body.schema.properties)).map(([label, text]) => ({
        label,
        applyTo: (good) => {
          const others = String(good.body ?? '')
            .split('&')
            .filter((pair) => !pair.startsWith(`${label.replace(/:.*/, '')}=`));
          return { ...good, body: [...others, text].join('&') };
        },
      }));
