import type { Static } from 'typebox';
import type { ErrorDto } from '../schemas/envelope.ts';
import type {
  BytesAnswer,
  EventsAnswer,
  JsonAnswer,
  LinesAnswer,
  PageAnswer,
  Success,
} from '../operation.ts';

/** What the client passes to `fetch`. The members are loose so that every platform's `fetch` fits. */
export interface FetchRequest {
  readonly method?: string | undefined;
  readonly headers?: unknown;
  readonly body?: unknown;
  readonly redirect?: string | undefined;
  readonly signal?: unknown;
}

/** What the client reads of a `Response`. */
export interface FetchResponse {
  readonly status: number;
  readonly statusText: string;
  readonly headers: { get(name: string): string | null };
  readonly body: { getReader(): BodyReader } | null;
  text(): Promise<string>;
  json(): Promise<unknown>;
}

interface BodyReader {
  read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
  cancel(): Promise<unknown>;
}

/** A file to upload. */
export interface FileToUpload {
  readonly name: string;
  /** A `Blob` or a `File` of the platform. */
  readonly content: { readonly size: number; readonly type: string };
}

export type ResponseBody<S extends Success> = S extends JsonAnswer
  ? Static<S['schema']>
  : S extends LinesAnswer
    ? AsyncIterable<Static<S['schema']>>
    : S extends BytesAnswer
      ? AsyncIterable<Uint8Array>
      : S extends PageAnswer
        ? string
        : S extends EventsAnswer
          ? AsyncIterable<string>
          : undefined;

export type Members = Readonly<Record<string, unknown>>;

/** Tells whether the route of an operation has a mark; see `routes.ts`. */
type HasMark = (mark: string) => boolean;

export const pathOf = (path: string, has: HasMark, params: Members): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = textOf(params[name]);
    return has('rest')
      ? value.split('/').map(encodeURIComponent).join('/')
      : encodeURIComponent(value);
  });

export const queryOf = (query: Members): string => {
  const text = formEncoded(Object.fromEntries(Object.entries(query).flatMap(parametersOf)));
  return text === '' ? '' : `?${text}`;
};

/**
 * A group has a parameter for each member: `where` and `[data.price][gte]`. Generated clients also accept names without the
 * outer brackets, `data.price][gte`, because they add them.
 */
const parametersOf = ([name, value]: readonly [string, unknown]): readonly (readonly [
  string,
  unknown,
])[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).map(
        ([member, each]) =>
          [`${name}${member.startsWith('[') ? member : `[${member}]`}`, each] as const,
      )
    : [[name, value]];

const formEncoded = (members: Members): string =>
  Object.entries(defined(members))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** Members that are set, as text. */
export const defined = (members: Members): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, textOf(value)] as const],
    ),
  );

export interface EncodedBody {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export const encodeBody = (has: HasMark, body: Members): EncodedBody => {
  if (has('upload')) return { body: formDataOf(body) };
  const [type, text] = has('form')
    ? ['application/x-www-form-urlencoded', formEncoded(body)]
    : ['application/json', JSON.stringify(body)];
  return { headers: { 'Content-Type': type }, body: text };
};

/** Global on every platform that has `fetch`; declared here because the contracts compile without one. */
declare const FormData: new () => {
  append(name: string, value: unknown, fileName?: string): void;
};
declare const TextDecoder: new () => {
  decode(bytes?: Uint8Array, options?: { readonly stream: boolean }): string;
};

/** The service reads the text parts first, so the file comes last. */
const formDataOf = ({ file, ...fields }: Members): unknown => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    form.append(name, textOf(value));
  }
  const { name, content } = file as FileToUpload;
  form.append('file', content, name);
  return form;
};

export const readError = async (response: FetchResponse): Promise<ErrorDto> => {
  const text = await response.text();
  try {
    const body = JSON.parse(text) as Partial<ErrorDto> | null;
    if (typeof body?.error === 'string') return { ...body, error: body.error };
  } catch {
    // Not an answer of this API.
  }
  return { error: `The server answered ${response.status} ${response.statusText}`.trim() };
};

export const readBody = async (
  has: HasMark,
  response: FetchResponse,
): Promise<ResponseBody<Success>> => {
  if (has('html')) return response.text();
  if (has('bytes')) return bytesOf(response);
  if (has('ndjson')) return linesOf(bytesOf(response));
  if (has('events')) return textsOf(bytesOf(response));
  return has('redirect') ? undefined : response.json();
};

async function* bytesOf({ body }: FetchResponse): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  if (reader === undefined) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (value !== undefined) yield value;
    }
  } finally {
    // Fails only after the read failed, and that error is already on its way to the caller.
    await reader.cancel().catch(() => undefined);
  }
}

async function* textsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
}

async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator {
  const decoder = new TextDecoder();
  let line: string[] = [];
  for await (const chunk of bytes) {
    const [end = '', ...starts] = decoder.decode(chunk, { stream: true }).split('\n');
    line.push(end);
    for (const start of starts) {
      yield JSON.parse(line.join(''));
      line = [start];
    }
  }
  const last = line.join('');
  if (last !== '') yield JSON.parse(last);
}
