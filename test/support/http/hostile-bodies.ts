import type { RestRequest } from '../../conformance/rest-api/index.ts';
import type { FindMutations, Mutation } from './hostile-requests.ts';
import { hostileBodies, hostileHeaders, hostileJson, hostileTexts } from './hostile-values.ts';

/** A place in a JSON value. */
type Place = readonly (string | number)[];

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

const placesIn = ({ properties = {}, items }: Schema): readonly Place[] => [
  ...Object.entries(properties).flatMap(([name, inner]) => [
    [name],
    ...placesIn(inner).map((place): Place => [name, ...place]),
  ]),
  ...(items === undefined ? [] : [[0], ...placesIn(items).map((place): Place => [0, ...place])]),
];

const dataPlaces: readonly Place[] = [
  ['data', 'excerpt'],
  ['data', 'tags'],
  ['data', 'tags', 0],
  ['data', 'featuredImage'],
  ['data', 'free'],
  ['data', 'free', 'deeper'],
];

const field = ['schema', 'properties', 'f'];

const schemaPlaces: readonly Place[] = [
  ...['type', 'properties', 'required'].map((name) => ['schema', name]),
  field,
  ...['type', 'pattern', 'enum', 'default', 'minLength', 'maximum', 'items', 'properties'].map(
    (name) => [...field, name],
  ),
  [...field, 'collection'],
  [...field, 'required'],
  ['schema', 'properties', '__proto__'],
];

/** Places that no schema of the API names, because the core checks them. */
const deeperPlaces: Readonly<Record<string, readonly Place[]>> = {
  '/api/content': dataPlaces,
  '/api/content/{id}': dataPlaces,
  '/api/collections': schemaPlaces,
  '/api/collections/{name}': schemaPlaces,
  '/api/transfer/collections': schemaPlaces.map((place) => ['collections', 0, ...place]),
  '/api/plugins/{name}': [
    ['settings', 'ttlSeconds'],
    ['settings', 'requestsPerMinute'],
    ['settings', 'toString'],
  ],
};

const mark = '\u0001odd\u0001';

const putAt = (value: unknown, [key, ...rest]: Place): unknown => {
  if (key === undefined) return mark;
  if (typeof key === 'number') return [putAt(Array.isArray(value) ? value[0] : undefined, rest)];
  const holder = typeof value === 'object' && value !== null ? value : {};
  const before: unknown = Object.hasOwn(holder, key) ? Reflect.get(holder, key) : undefined;
  const entries = Object.entries(holder).filter(([name]) => name !== key);
  return Object.fromEntries([...entries, [key, putAt(before, rest)]]);
};

/** Replaces the value at one place of the JSON text `whole` by the JSON text `json`. */
const putJson = (whole: string, place: Place, json: string): string =>
  JSON.stringify(putAt(JSON.parse(whole), place)).replace(JSON.stringify(mark), () => json);

/** Replaces each member by each hostile value, and the whole body by each hostile body. */
export const hostileJsonBodies: FindMutations = ({ path, body }) => {
  if (body?.kind !== 'json') return [];
  const places = [...placesIn(body.schema), ...(deeperPlaces[path] ?? [])];
  const members = places.flatMap((place) =>
    Object.entries(hostileJson).map(([name, json]) => ({
      label: `${place.join('.')}: ${name}`,
      applyTo: (good: RestRequest) => ({ ...good, body: putJson(String(good.body), place, json) }),
    })),
  );
  const bodies = Object.entries(hostileBodies).map(([name, hostile]) => ({
    label: `body: ${name}`,
    applyTo: (good: RestRequest) => ({ ...good, body: hostile }),
  }));
  return [...members, ...bodies, everythingTwice];
};

const everythingTwice: Mutation = {
  label: 'body: every member twice',
  applyTo: (good) => {
    const text = String(good.body);
    return { ...good, body: text.replace(/\}$/, () => `,${text.slice(1)}`) };
  },
};

/** Replaces text parts, and the name and type of the file, by hostile values. Adds unknown parts. */
export const hostileUploads: FindMutations = ({ body }) => {
  if (body?.kind !== 'upload') return [];
  const texts = Object.entries(body.schema.properties).flatMap(([name, schema]) => {
    const members = placesIn(schema).map((place) => ['record', ...place]);
    return [
      ...Object.entries(hostileTexts).map(([value, text]) =>
        withText(`${name}: ${value}`, name, () => text),
      ),
      ...members.flatMap(([, ...place]) =>
        Object.entries(hostileJson).map(([value, json]) =>
          withText(`${name}.${place.join('.')}: ${value}`, name, (text) =>
            putJson(text, place, json),
          ),
        ),
      ),
    ];
  });
  const files = Object.entries(hostileTexts).flatMap(([value, text]) => [
    withFile(`filename: ${value}`, { filename: text }),
    withFile(`part name: ${value}`, { name: text }),
  ]);
  const types = Object.entries(hostileHeaders).map(([value, text]) =>
    withFile(`Content-Type of the part: ${value}`, { contentType: text }),
  );
  const extra = Object.entries(hostileTexts).map(([value, text]) => ({
    label: `another part: ${value}`,
    applyTo: ({ parts = [], ...good }: RestRequest) => ({
      ...good,
      parts: [{ name: text, text }, ...parts],
    }),
  }));
  return [...texts, ...files, ...types, ...extra];
};

const withText = (label: string, name: string, change: (text: string) => string): Mutation => ({
  label,
  applyTo: ({ parts = [], ...good }) => {
    const before = parts.find((part) => part.name === name);
    const text = before !== undefined && 'text' in before ? before.text : '';
    const others = parts.filter((part) => part !== before);
    return { ...good, parts: [{ name, text: change(text) }, ...others] };
  },
});

interface FileFields {
  readonly name?: string;
  readonly filename?: string;
  readonly contentType?: string;
}

const withFile = (label: string, fields: FileFields): Mutation => ({
  label,
  applyTo: ({ parts = [], ...good }) => ({
    ...good,
    parts: parts.map((part) => ('text' in part ? part : { ...part, ...fields })),
  }),
});
