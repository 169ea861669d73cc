import type {
  RestPart,
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
  let clients = 0;
  return {
    send: async (request) => {
      const response = await send(connections, request);
      assertDocumented({
        ...response,
        method: request.method,
        path: decodedPath(request.path),
        headers: { get: (name) => response.headers[name] },
      });
      return response;
    },
    newClient: () => {
      clients += 1;
      return { 'X-Forwarded-For': `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}` };
    },
    close: connections.close,
  };
};

const decodedPath = (path: string): string => path.split('?')[0] ?? '';

const boundary = 'a-boundary-that-no-part-contains';

const send = async (
  connections: HttpConnections,
  { method, path, headers = {}, body, parts }: RestRequest,
): Promise<RestResponse> => {
  const form = parts && { 'Content-Type': `multipart/form-data; boundary=${boundary}` };
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

const multipart = (parts: readonly RestPart[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap((part) => {
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="${part.name}"`;
      if ('text' in part) return [Buffer.from(`${head}\r\n\r\n${part.text}\r\n`)];
      const name = part.filename
        .replaceAll('"', '%22')
        .replaceAll('\r', '%0D')
        .replaceAll('\n', '%0A');
      return [
        Buffer.from(`${head}; filename="${name}"\r\nContent-Type: ${part.contentType}\r\n\r\n`),
        part.bytes,
        Buffer.from('\r\n'),
      ];
    }),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
