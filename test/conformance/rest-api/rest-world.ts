import type { Json, JsonObject, Role } from '../../../core/vocabulary.ts';
import { equal, ok } from '../assert.ts';
import type { RestRequest, RestResponse, RestSubject } from './rest-subject.ts';

/** A response with its body parsed; `{}` unless it is JSON. */
export interface JsonResponse extends RestResponse {
  readonly json: JsonObject;
}

/** Sends requests with the credentials of one caller. */
export interface Caller {
  readonly get: (path: string, headers?: Headers) => Promise<JsonResponse>;
  readonly post: (path: string, body?: Json, headers?: Headers) => Promise<JsonResponse>;
  readonly put: (path: string, body: Json, headers?: Headers) => Promise<JsonResponse>;
  readonly delete: (path: string, headers?: Headers) => Promise<JsonResponse>;
  readonly send: (request: RestRequest) => Promise<JsonResponse>;
}

export type Headers = Readonly<Record<string, string>>;

/** Creates accounts, and finds collections, on demand. */
export interface RestWorld extends RestSubject {
  readonly anonymous: Caller;
  readonly as: (headers: Headers) => Caller;
  /** Registers the first user, who becomes admin. */
  readonly admin: () => Promise<Caller>;
  /** Creates an account with the role, and signs in. */
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
      const response = await anonymous.post('/auth/register', account, subject.newClient());
      equal(response.status, 201, 'status of the first registration');
      return as(bearer(response));
    },
    person: async (admin, role) => {
      people += 1;
      const email = `person${people}@example.org`;
      const created = await admin.post('/api/users', { email, password, role });
      equal(created.status, 201, 'status of the new user');
      const login = await anonymous.post('/auth/login', { email, password }, subject.newClient());
      equal(login.status, 200, 'status of the login');
      const token = textAt(login.json, 'token');
      return { ...as(bearer(login)), id: textAt(created.json, 'data', 'id'), email, token };
    },
    collectionId: async (name) => {
      const { json } = await anonymous.get('/api/collections');
      const found = listAt(json, 'data').find((collection) => textAt(collection, 'name') === name);
      ok(found !== undefined, `the collection ${name} exists`);
      return textAt(found, 'id');
    },
  };
};

const bearer = ({ json }: JsonResponse): Headers => ({
  Authorization: `Bearer ${textAt(json, 'token')}`,
});

const callerOf = ({ send }: RestSubject, own: Headers): Caller => {
  const sendAs = async (request: RestRequest): Promise<JsonResponse> => {
    const response = await send({ ...request, headers: { ...own, ...request.headers } });
    return { ...response, json: parse(response) };
  };
  const withBody =
    (method: string) =>
    (path: string, body?: Json, headers: Headers = {}): Promise<JsonResponse> =>
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

/** The value at a path of keys. @throws Error if it does not exist. */
export const at = (value: Json | undefined, ...path: readonly (string | number)[]): Json => {
  let current: Json | undefined = value;
  for (const key of path) {
    const holder: unknown = current;
    ok(typeof holder === 'object' && holder !== null, `the parent of ${key} is an object`);
    current = Reflect.get(holder, key) as Json | undefined;
  }
  ok(current !== undefined, `there is a value at ${path.join('.')}`);
  return current;
};

export const textAt = (value: Json, ...path: readonly (string | number)[]): string => {
  const found = at(value, ...path);
  ok(typeof found === 'string', `the value at ${path.join('.')} is a string`);
  return found;
};

export const listAt = (value: Json, ...path: readonly (string | number)[]): readonly Json[] => {
  const found = at(value, ...path);
  ok(Array.isArray(found), `the value at ${path.join('.')} is an array`);
  return found as readonly Json[];
};

/** @throws Error unless the response has this status, an error message and, if given, this error code. */
export const expectError = (response: JsonResponse, status: number, code?: string): void => {
  equal(response.status, status, `status (${response.text.slice(0, 200)})`);
  ok(typeof response.json['error'] === 'string', 'the response has an error message');
  if (code !== undefined) equal(response.json['code'], code, 'code');
};

/** @returns the response. @throws Error unless it has this status. */
export const expectStatus = (response: JsonResponse, status: number): JsonResponse => {
  equal(response.status, status, `status (${response.text.slice(0, 200)})`);
  return response;
};
