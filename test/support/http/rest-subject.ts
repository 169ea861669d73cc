import { multipart, multipartType } from '../../conformance/rest-api/multipart.ts';
import { newClients } from '../../conformance/rest-api/new-clients.ts';
import type {
  RestRequest,
  RestResponse,
  RestSubject,
} from '../../conformance/rest-api/rest-subject.ts';
import { assertDocumented } from './assert-documented.ts';
import { httpConnections, type HttpConnections } from './http-connections.ts';

/**
 * A client for a service behind one trusted proxy. Sends paths unchanged, and checks every response
 * against the OpenAPI document.
 */
export const restSubject = (baseUrl: string): RestSubject & { readonly close: () => void } => {
  const connections = httpConnections(baseUrl);
  return {
    send: async (request) => {
      const response = await send(connections, request);
      assertDocumented({
        ...response,
        method: request.method,
        path: decodedPath(request.path),
        headers: new Headers(response.headers),
      });
      return response;
    },
    newClient: newClients(),
    close: connections.close,
  };
};

const decodedPath = (path: string): string => path.split('?')[0] ?? '';

const send = async (
  connections: HttpConnections,
  { method, path, headers = {}, body, parts }: RestRequest,
): Promise<RestResponse> => {
  const form = parts && { 'Content-Type': multipartType };
  const answer = await connections.send({
    method,
    path,
    headers: { ...headers, ...form },
    body: parts === undefined ? body : multipart(parts),
  });
  const single = [...answer.headers].map(([name, values]) => [name, values.join(', ')]);
  return {
    status: answer.status,
    headers: Object.fromEntries(single) as Readonly<Record<string, string>>,
    cookies: answer.headers.get('set-cookie') ?? [],
    bytes: new Uint8Array(answer.bytes),
    text: answer.bytes.toString('utf8'),
  };
};
