import type { Json, JsonObject, Role } from '../../../core/index.ts';
import { equal, ok } from '../assert.ts';
import type { RestRequest, RestResponse, RestSubject } from './rest-subject.ts';

/** An answer with its body as JSON, where it is JSON. */
export interface Answer extends RestResponse {
  readonly json: JsonObject;
}

/** Sends requests as one and the same caller. */
export interface Caller {
  readonly get: (path: string, headers?: Headers) => Promise<Answer>;
  readonly post: (path: string, body?: Json, headers?: Headers) => Promise<Answer>;
  readonly put: (path: string, body: Json, headers?: Headers) => Promise<Answer>;
  readonly delete: (path: string, headers?: Headers) => Promise<Answer>;
  readonly send: (request: RestRequest) => Promise<Answer>;
}

export type Headers = Readonly<Record<string, string>>;

/** The people and things that most cases need, made on demand. */
export interface RestWorld extends RestSubject {
  readonly anonymous: Caller;
  readonly as: (headers: Headers) => Caller;
  /** Registers the first user, who is the administrator. */
  readonly admin: () => Promise<Caller>;
  /** A user with the role, signed in. Needs the administrator. */
  readonly person: (admin: Caller, role: Role) => Promise<Person>;
  readonly collectionId: (name: string) => Promise<string>;
}

export interface Person extends Caller {
  readonly id: string;
  readonly email: string;
  readonly token: string;
}

export const password = 'correct horse battery';

export const restWorld = (subject: RestSubject): RestWorld => {
  const as = (headers: Headers): Caller => callerOf(subject, headers);
  const anonymous = as({});
  let people = 0;
  return {
    ...subject,
    anonymous,
    as,
    admin: async () => {
      const account = { email: 'admin@example.org', password };
      const answer = await anonymous.post('/auth/register', account, subject.newClient());
      equal(answer.status, 201, 'status of the first registration');
      return as(bearer(answer));
    },
    person: async (admin, role) => {
      people += 1;
      const email = `person${people}@example.org`;
      const created = await admin.post('/api/users', { email, password, role });
      equal(created.status, 201, 'status of creating a user');
      const login = await anonymous.post('/auth/login', { email, password }, subject.newClient());
      equal(login.status, 200, 'status of the login');
      const token = textAt(login.json, 'token');
      return { ...as(bearer(login)), id: textAt(created.json, 'data', 'id'), email, token };
    },
    collectionId: async (name) => {
      const { json } = await anonymous.get('/api/collections');
      const found = listAt(json, 'data').find((collection) => textAt(collection, 'name') === name);
      ok(found !== undefined, `the collection ${name} is there`);
      return textAt(found, 'id');
    },
  };
};

const bearer = ({ json }: Answer): Headers => ({
  Authorization: `Bearer ${textAt(json, 'token')}`,
});

const callerOf = ({ send }: RestSubject, own: Headers): Caller => {
  const sendAs = async (request: RestRequest): Promise<Answer> => {
    const answer = await send({ ...request, headers: { ...own, ...request.headers } });
    return { ...answer, json: parse(answer) };
  };
  const withBody =
    (method: string) =>
    (path: string, body?: Json, headers: Headers = {}): Promise<Answer> =>
      sendAs(
        body === undefined
          ? { method, path, headers }
          : {
              method,
              path,
              headers: { 'Content-Type': 'application/json', ...headers },
              body: JSON.stringify(body),
            },
      );
  return {
    get: (path, headers = {}) => sendAs({ method: 'GET', path, headers }),
    post: withBody('POST'),
    put: withBody('PUT'),
    delete: (path, headers = {}) => sendAs({ method: 'DELETE', path, headers }),
    send: sendAs,
  };
};

const parse = ({ headers, text }: RestResponse): JsonObject =>
  headers['content-type']?.startsWith('application/json') === true && text !== ''
    ? (JSON.parse(text) as JsonObject)
    : {};

/** The value at a path of keys. @throws Error when there is none. */
export const at = (value: Json | undefined, ...path: readonly (string | number)[]): Json => {
  let current: Json | undefined = value;
  for (const key of path) {
    const holder: unknown = current;
    ok(typeof holder === 'object' && holder !== null, `there is something to look for ${key} in`);
    current = Reflect.get(holder, key) as Json | undefined;
  }
  ok(current !== undefined, `there is a value at ${path.join('.')}`);
  return current;
};

export const textAt = (value: Json, ...path: readonly (string | number)[]): string => {
  const found = at(value, ...path);
  ok(typeof found === 'string', `the value at ${path.join('.')} is text`);
  return found;
};

export const listAt = (value: Json, ...path: readonly (string | number)[]): readonly Json[] => {
  const found = at(value, ...path);
  ok(Array.isArray(found), `the value at ${path.join('.')} is a list`);
  return found as readonly Json[];
};

/** @throws Error unless the answer is a refusal of this status and, where given, this code. */
export const refused = (answer: Answer, status: number, code?: string): void => {
  equal(answer.status, status, `status (${answer.text.slice(0, 200)})`);
  ok(typeof answer.json['error'] === 'string', 'the refusal has a sentence');
  if (code !== undefined) equal(answer.json['code'], code, 'code');
};

/** @throws Error unless the status is this one. */
export const answered = (answer: Answer, status: number): Answer => {
  equal(answer.status, status, `status (${answer.text.slice(0, 200)})`);
  return answer;
};
