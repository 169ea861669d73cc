import type { FormBody, JsonBody, Operation } from '../../contracts/index.ts';
import { csrfOf, noBody, type OpenBody } from '../http/body/operation-input.ts';
import { readParameters } from '../http/body/parameters.ts';
import { decodeText, parseJson } from '../http/body/safe-json.ts';
import { mediaTypes } from '../http/body/readable-body.ts';
import { checkOf } from '../http/body/validation.ts';
import type { RequestHead } from '../http/request-head.ts';
import { readBytes, type BodyRequest } from './request-parts.ts';
import { uploadReader } from './upload-body.ts';

/** @throws DomainError for a body that is not valid; what `checkToken` throws. */
export const bodyOpener = (
  { body }: Operation,
  uploadMaxBytes: number,
): ((request: BodyRequest) => Promise<OpenBody>) => {
  if (body === undefined) return async () => noBody;
  const read =
    body.kind === 'upload'
      ? uploadReader(body, uploadMaxBytes)
      : body.kind === 'form'
        ? formReader(body)
        : jsonReader(body);
  return async (request) => ({
    ...noBody,
    content: body.isDeferred === true ? () => read(request) : await read(request),
  });
};

type ReadBody = (request: BodyRequest) => Promise<unknown>;

const readText = async (
  { request, head, keepText }: BodyRequest,
  type: string,
  limit: number,
): Promise<string> => {
  const text = decodeText(await readBytes(request, head, type, limit));
  keepText(text);
  return text;
};

const jsonReader = ({ schema, limit, isOptional }: JsonBody): ReadBody => {
  const check = checkOf(schema);
  const type = mediaTypes.json;
  return async (request) => {
    if (isOptional === true && hasNoBody(request.head)) return undefined;
    const value = parseJson(await readText(request, type, limit));
    check(value, request.isStrict);
    return value;
  };
};

const hasNoBody = ({ is, headers }: RequestHead): boolean =>
  is(mediaTypes.json) === null || headers['content-length'] === '0';

const formReader = ({ schema, limit, required }: FormBody): ReadBody => {
  const check = checkOf(schema);
  const type = mediaTypes.form;
  return async (request) => {
    const { head, isStrict, checkToken } = request;
    const isPresent = required || Boolean(head.is(type));
    const values = isPresent
      ? readParameters(schema, await readText(request, type, limit), isStrict)
      : undefined;
    if (isPresent) check(values, isStrict);
    checkToken(csrfOf(values));
    return values;
  };
};
