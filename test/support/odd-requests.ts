import type { Operation } from '../../contracts/index.ts';
import type { RestRequest } from '../conformance/rest-api/index.ts';
import { oddEncoded, oddHeaders } from './odd-values.ts';

/** One thing that can be odd about a request. */
export interface Oddity {
  readonly label: string;
  /** A good request with that in it. */
  readonly applyTo: (good: RestRequest) => RestRequest;
}

/** What can be odd about the requests for an operation. */
export type FindOddities = (operation: Operation) => readonly Oddity[];

/** With every odd value in the place of every parameter of the path. */
export const oddPaths: FindOddities = ({ path, params }) =>
  Object.keys(params?.properties ?? {}).flatMap((name) =>
    Object.entries(oddEncoded).map(([value, text]) => ({
      label: `${name}: ${value}`,
      applyTo: (good) => ({ ...good, path: path.replace(`{${name}}`, () => text) }),
    })),
  );

/** Ways to give a parameter more than once, or as what it is not. */
const shapes: Readonly<Record<string, (name: string) => string>> = {
  repeated: (name) => `${name}=1&${name}=2`,
  'repeated as it is': (name) => `${name}=1&${name}=1`,
  'in brackets': (name) => `${name}[]=1&${name}[$gt]=2&${name}.x=3`,
  'in other letters': (name) => `${name.toUpperCase()}=1&%${name.charCodeAt(0).toString(16)}=2`,
  'without a value': (name) => name,
  'hundreds of times': (name) => `${name}=1&`.repeat(400),
};

const oddParameters = (names: readonly string[]): readonly (readonly [string, string])[] =>
  names.flatMap((name) => [
    ...Object.entries(oddEncoded).map(
      ([value, text]) => [`${name}: ${value}`, `${name}=${text}`] as const,
    ),
    ...Object.entries(shapes).map(([shape, write]) => [`${name}: ${shape}`, write(name)] as const),
  ]);

/** Parameters that nobody knows, and ones that would matter if somebody did. */
const strangers = [
  '__proto__',
  'constructor',
  'sort',
  'where',
  'fields',
  'role',
  'X-API-Key',
  'a[b]',
];

export const oddQueries: FindOddities = ({ query }) =>
  [
    ...oddParameters(Object.keys(query?.properties ?? {})),
    ...strangers.map((name) => [name, `${name}=1&${name}=2`] as const),
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

export const oddHeaderFields: FindOddities = () =>
  anyHeaders.flatMap((name) =>
    Object.entries(oddHeaders).map(([value, text]) => ({
      label: `${name}: ${value}`,
      applyTo: (good) => ({ ...good, headers: { ...good.headers, [name]: text } }),
    })),
  );

export const oddForms: FindOddities = ({ body }) =>
  body?.kind !== 'form'
    ? []
    : oddParameters(Object.keys(body.schema.properties)).map(([label, text]) => ({
        label,
        applyTo: (good) => {
          const others = String(good.body ?? '')
            .split('&')
            .filter((pair) => !pair.startsWith(`${label.replace(/:.*/, '')}=`));
          return { ...good, body: [...others, text].join('&') };
        },
      }));
