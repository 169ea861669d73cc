import { Ajv } from 'ajv';
import { operations, renderOpenApi } from '../../../contracts/index.ts';

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Objects may have only the members that their schema names, unless it allows others. */
const closed = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(closed);
  if (!isNode(node)) return node;
  const members = Object.fromEntries(
    Object.entries(node).map(([key, each]) => [
      key,
      // Each part of a schema names some of the members only; the schemas that it refers to name all.
      key === 'allOf' ? each : closed(each),
    ]),
  );
  return members['type'] === 'object' && isNode(members['properties'])
    ? { additionalProperties: false, ...members }
    : members;
};

/** The OpenAPI document. */
const document = closed(JSON.parse(JSON.stringify(renderOpenApi('http://localhost')))) as Node;

const ajv = new Ajv({ strict: false, validateFormats: false });
ajv.addSchema(document, 'document', undefined, false);

const at = (...path: readonly string[]): unknown =>
  path.reduce<unknown>((node, key) => (isNode(node) ? node[key] : undefined), document);

/** The path that a `$ref` points to; undefined for a node without one. */
const resolve = (node: unknown): readonly string[] | undefined => {
  const reference = isNode(node) ? node['$ref'] : undefined;
  return typeof reference === 'string' ? reference.slice(2).split('/') : undefined;
};

const pointer = (path: readonly string[]): string =>
  path.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The function, which remembers what it found: tests that try every combination get the same answers again and again. */
const remembering = <T>(find: (key: string) => T): ((key: string) => T) => {
  const known = new Map<string, T>();
  return (key) => {
    if (known.size > 5_000) known.clear();
    const value = known.has(key) ? (known.get(key) as T) : find(key);
    known.set(key, value);
    return value;
  };
};

const validatorAt = remembering((place) => ajv.compile({ $ref: `document#${place}` }));

/** Templates without parameters come first. */
const templates = Object.keys(at('paths') ?? {})
  .map((template) => ({
    template,
    form: new RegExp(
      `^${template.replace(/\{(\w+)\}/g, (_, name) => (name === 'key' ? '.+' : '[^/]+'))}$`,
    ),
  }))
  .toSorted((a, b) => Number(a.template.includes('{')) - Number(b.template.includes('{')));

const templatesOf = remembering((path) => templates.filter(({ form }) => form.test(path)));

/** Paths whose GET has side effects. They have no HEAD. */
const withoutHead = new Set<string>(
  operations.flatMap(([, { path, changes }]) => (changes === true ? [path] : [])),
);

export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** By their names in lower case. */
  readonly headers: Pick<Headers, 'get' | 'keys'>;
  readonly text: string;
}

/** @throws Error unless the OpenAPI document allows this response to this request. */
export const assertDocumented = (exchange: Exchange): void => {
  const mistake = findMistake(exchange);
  if (mistake === undefined) return;
  const { method, path, status, text } = exchange;
  throw new Error(`${method} ${path}: ${status} ${mistake}: ${text.slice(0, 500)}`);
};

/** Paths that are not in the document, with the path that returns the same. */
const aliases: ReadonlyMap<string, string> = new Map([['/api/', '/api']]);

const findMistake = (exchange: Exchange): string | undefined => {
  const { status } = exchange;
  const path = aliases.get(exchange.path) ?? exchange.path;
  const method = exchange.method === 'HEAD' ? 'get' : exchange.method.toLowerCase();
  const known = templatesOf(path);
  const match = known.find(
    ({ template }) =>
      at('paths', template, method) !== undefined &&
      !(exchange.method === 'HEAD' && withoutHead.has(template)),
  );
  if (match === undefined) return findUnmatchedMistake(exchange, known.length > 0);
  const place = ['paths', match.template, method, 'responses', String(status)];
  const response = resolve(at(...place)) ?? place;
  if (at(...response) === undefined) return 'is not documented';
  return findHeaderMistake(exchange, response) ?? findBodyMistake(exchange, response);
};

const errorSchema = ['components', 'schemas', 'Error'];

const findUnmatchedMistake = (exchange: Exchange, isKnownPath: boolean): string | undefined => {
  const { method, path, status, headers } = exchange;
  if (path === '/' || method === 'OPTIONS') return undefined;
  if (/^\/admin(?:$|\/)/.test(path) && (status === 200 || status === 303)) return undefined;
  if (/^\/(?:docs\/|favicon\.)/.test(path) && status === 200) return undefined;
  const expected = isKnownPath ? 405 : 404;
  // Every path can be requested for a host that is not allowed.
  if (status !== expected && status !== 421) return `instead of ${expected}`;
  const isPage = headers.get('content-type')?.startsWith('text/html') === true;
  if (isPage && !/^\/api(?:\/|$)/.test(path)) return undefined;
  return method === 'HEAD' ? undefined : validate(errorSchema, exchange.text);
};

/** Only browsers, caches and connections read these, or OpenAPI describes them elsewhere. */
const unnamedHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-language',
  'content-length',
  'content-security-policy',
  'content-type',
  'cross-origin-opener-policy',
  'date',
  'keep-alive',
  'referrer-policy',
  'strict-transport-security',
  'transfer-encoding',
  'x-content-type-options',
  'x-frame-options',
]);

const isUnnamed = (name: string): boolean =>
  unnamedHeaders.has(name) || name.startsWith('access-control-');

/** The headers that a response declares, by the place of the response in JSON. */
const declaredHeaders = remembering((place) => {
  const response = JSON.parse(place) as readonly string[];
  return new Map(
    Object.entries(at(...response, 'headers') ?? {}).map(([name, header]) => {
      const reference = resolve(header);
      const { required } = (reference === undefined ? header : at(...reference)) as Node;
      return [name.toLowerCase(), required === true];
    }),
  );
});

const findHeaderMistake = (
  { headers }: Exchange,
  response: readonly string[],
): string | undefined => {
  const declared = declaredHeaders(JSON.stringify(response));
  for (const name of headers.keys()) {
    if (!declared.has(name) && !isUnnamed(name)) return `has the header ${name}, not documented`;
  }
  for (const [name, isRequired] of declared) {
    if (isRequired && headers.get(name) === null) return `lacks the header ${name}`;
  }
  return undefined;
};

const findBodyMistake = (
  { method, status, headers, text }: Exchange,
  response: readonly string[],
): string | undefined => {
  const content = at(...response, 'content');
  if (content === undefined) return text === '' ? undefined : 'has a body that is not documented';
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  if (isNode(content) && content['*/*'] !== undefined) return undefined;
  if (!isNode(content) || content[type] === undefined) return `is ${type}, not documented`;
  if (method === 'HEAD' || type === 'text/html' || type === 'text/event-stream') return undefined;
  const schema = [...response, 'content', type, 'schema'];
  if (type !== 'application/x-ndjson') return validate(schema, text);
  const lines = status === 200 ? text.split('\n').slice(0, -1) : [text];
  return lines.map((line) => validate(schema, line)).find((mistake) => mistake !== undefined);
};

const validate = (schema: readonly string[], text: string): string | undefined => {
  const place = pointer(schema);
  return text.length < 10_000 ? findRemembered(`${place}\n${text}`) : findInvalid(place, text);
};

const findInvalid = (place: string, text: string): string | undefined => {
  const check = validatorAt(place);
  return check(JSON.parse(text))
    ? undefined
    : `is not as documented (${ajv.errorsText(check.errors)})`;
};

/** By the place and the text, in two lines. */
const findRemembered = remembering((key) => {
  const end = key.indexOf('\n');
  return findInvalid(key.slice(0, end), key.slice(end + 1));
});
