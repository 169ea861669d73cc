import type { RestRequest } from '../conformance/rest-api/index.ts';
import type { FindOddities, Oddity } from './odd-requests.ts';
import { oddBodies, oddHeaders, oddJson, oddTexts } from './odd-values.ts';

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

/** Places that no schema of the interface names, because the core looks at them itself. */
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

/** The JSON text `whole` with another in its place. */
const putJson = (whole: string, place: Place, json: string): string =>
  JSON.stringify(putAt(JSON.parse(whole), place)).replace(JSON.stringify(mark), () => json);

/** With every odd value in the place of every member, and with bodies that are odd all over. */
export const oddJsonBodies: FindOddities = ({ path, body }) => {
  if (body?.kind !== 'json') return [];
  const places = [...placesIn(body.schema), ...(deeperPlaces[path] ?? [])];
  const members = places.flatMap((place) =>
    Object.entries(oddJson).map(([name, json]) => ({
      label: `${place.join('.')}: ${name}`,
      applyTo: (good: RestRequest) => ({ ...good, body: putJson(String(good.body), place, json) }),
    })),
  );
  const bodies = Object.entries(oddBodies).map(([name, odd]) => ({
    label: `body: ${name}`,
    applyTo: (good: RestRequest) => ({ ...good, body: odd }),
  }));
  return [...members, ...bodies, everythingTwice];
};

const everythingTwice: Oddity = {
  label: 'body: every member twice',
  applyTo: (good) => {
    const text = String(good.body);
    return { ...good, body: text.replace(/\}$/, () => `,${text.slice(1)}`) };
  },
};

/** With odd text parts, odd names and types of the file, and parts that nobody asked for. */
export const oddUploads: FindOddities = ({ body }) => {
  if (body?.kind !== 'upload') return [];
  const texts = Object.entries(body.schema.properties).flatMap(([name, schema]) => {
    const members = placesIn(schema).map((place) => ['record', ...place]);
    return [
      ...Object.entries(oddTexts).map(([value, text]) =>
        withText(`${name}: ${value}`, name, () => text),
      ),
      ...members.flatMap(([, ...place]) =>
        Object.entries(oddJson).map(([value, json]) =>
          withText(`${name}.${place.join('.')}: ${value}`, name, (text) =>
            putJson(text, place, json),
          ),
        ),
      ),
    ];
  });
  const files = Object.entries(oddTexts).flatMap(([value, text]) => [
    withFile(`filename: ${value}`, { filename: text }),
    withFile(`part name: ${value}`, { name: text }),
  ]);
  const types = Object.entries(oddHeaders).map(([value, text]) =>
    withFile(`Content-Type of the part: ${value}`, { contentType: text }),
  );
  const extra = Object.entries(oddTexts).map(([value, text]) => ({
    label: `another part: ${value}`,
    applyTo: ({ parts = [], ...good }: RestRequest) => ({
      ...good,
      parts: [{ name: text, text }, ...parts],
    }),
  }));
  return [...texts, ...files, ...types, ...extra];
};

const withText = (label: string, name: string, change: (text: string) => string): Oddity => ({
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

const withFile = (label: string, fields: FileFields): Oddity => ({
  label,
  applyTo: ({ parts = [], ...good }) => ({
    ...good,
    parts: parts.map((part) => ('text' in part ? part : { ...part, ...fields })),
  }),
});
