import type { Upload, UploadBody } from '../../contracts/index.ts';
import { assertStorable, DomainError, invalid } from '../../core/index.ts';
import { utf8Length } from '../../core/vocabulary.ts';
import { parseJson } from '../http/body/safe-json.ts';
import { unknownIssue } from '../http/body/strict-handling.ts';
import { checkOf } from '../http/body/validation.ts';
import { readBytes, type BodyRequest } from './request-parts.ts';

/** What a body may have besides its file: text parts, boundaries and headers of parts. */
const overheadBytes = 1024 * 1024;

/**
 * Reads a whole `multipart/form-data` into memory.
 *
 * @throws DomainError `unsupported_content_type`, `malformed_body`, `body_too_large`, `invalid_input`,
 *   `invalid_text`. Errors of `checkToken` come first: without a valid CSRF token the answer says nothing about the body.
 */
export const uploadReader = (body: UploadBody, uploadMaxBytes: number) => {
  const check = checkOf(body.schema);
  return async (request: BodyRequest): Promise<Upload<unknown>> => {
    const form = await readForm(request, uploadMaxBytes + overheadBytes);
    const parts = [...form];
    const fileAt = parts.findIndex(([, value]) => typeof value !== 'string');
    // A token after the file is ignored, as by services that must check it before the file arrives.
    const [, token] = parts.slice(0, fileAt).find(([name]) => name === '_csrf') ?? [];
    request.checkToken(typeof token === 'string' ? token : undefined);
    const file = fileOf(parts);
    const fields = Object.fromEntries(fieldsOf(body, parts, fileAt, request.isStrict));
    return {
      file: { name: file.name, bytes: bytesOf(file) },
      fields: async () => {
        check(fields, request.isStrict);
        return fields;
      },
    };
  };
};

const readForm = async ({ request, head }: BodyRequest, limit: number): Promise<FormData> => {
  const type = 'multipart/form-data';
  const bytes = await readBytes(request, head, type, limit);
  try {
    const headers = { 'Content-Type': head.headers['content-type'] ?? type };
    // oxlint-disable-next-line typescript/no-deprecated -- deprecated for bodies of any size, and this one has a limit
    return await new Response(bytes, { headers }).formData();
  } catch (cause) {
    throw new DomainError('malformed_body', `The body is not valid ${type}`, { cause });
  }
};

type Part = readonly [name: string, value: string | File];

const rejected = (path: string, message: string): DomainError =>
  invalid('invalid_input', [{ path, message }]);

const fileOf = (parts: readonly Part[]): File => {
  const files = parts.flatMap(([name, value]) =>
    typeof value === 'string' ? [] : [{ name, value }],
  );
  const [first, ...others] = files;
  if (first === undefined) {
    const isText = parts.some(([name]) => name === 'file');
    throw rejected('file', isText ? 'must be a file' : 'is required');
  }
  if (first.value.name === '') throw rejected('file', 'is required');
  if (others.length > 0) throw rejected('file', 'must be exactly one file');
  if (first.name !== 'file') {
    throw rejected(
      'file',
      `is required, but the file is in the part '${first.name.slice(0, 100)}'`,
    );
  }
  return first.value;
};

const fieldsOf = (
  { schema, limit, fileLast }: UploadBody,
  parts: readonly Part[],
  fileAt: number,
  isStrict: boolean,
): ReadonlyMap<string, unknown> => {
  const fields = new Map<string, unknown>();
  for (const [at, [name, text]] of parts.entries()) {
    if (typeof text !== 'string') continue;
    const isLate = at > fileAt;
    if (name === '_csrf' && isLate) continue;
    if (name === 'file') throw rejected(name, 'must be a file');
    if (utf8Length(text) > limit) {
      throw new DomainError('body_too_large', `${name} may have at most ${limit} bytes`);
    }
    const property = schema.properties[name];
    if (!Object.hasOwn(schema.properties, name) || property === undefined) {
      if (!isStrict) continue;
      const known = ['file', ...Object.keys(schema.properties)];
      throw invalid('invalid_input', [unknownIssue({ path: [name], known })]);
    }
    if (fields.has(name)) throw rejected(name, 'must be given only once');
    if (isLate && fileLast) throw rejected(name, 'must come before the file');
    assertStorable(text, name);
    const isJson = 'type' in property && property.type === 'object';
    fields.set(name, isJson ? parseJson(text, name) : text);
  }
  return fields;
};

async function* bytesOf(file: File): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(await file.arrayBuffer());
}
