import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import type {
  RestPart,
  RestRequest,
  RestResponse,
  RestSubject,
} from '../conformance/rest-api/rest-subject.ts';
import { assertDocumented } from './assert-documented.ts';

/**
 * A client for a service behind one trusted proxy. Sends paths unchanged, and checks every response
 * against the OpenAPI document.
 */
export const restSubject = (baseUrl: string): RestSubject & { readonly close: () => void } => {
  const agent = new Agent({ keepAlive: true });
  let clients = 0;
  return {
    send: async (request) => {
      const response = await send(baseUrl, agent, request);
      assertDocumented({
        ...response,
        method: request.method,
        path: decodedPath(request.path),
        headers: new Headers(response.headers),
      });
      return response;
    },
    newClient: () => {
      clients += 1;
      return { 'X-Forwarded-For': `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}` };
    },
    close: () => agent.destroy(),
  };
};

const decodedPath = (path: string): string => path.split('?')[0] ?? '';

const boundary = 'a-boundary-that-no-part-contains';

const send = async (
  baseUrl: string,
  agent: Agent,
  { method, path, headers = {}, body, parts }: RestRequest,
): Promise<RestResponse> => {
  const payload = parts === undefined ? body : multipart(parts);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = httpRequest(baseUrl, {
      method,
      path,
      agent,
      headers: {
        ...headers,
        ...(parts && { 'Content-Type': `multipart/form-data; boundary=${boundary}` }),
        ...(payload !== undefined && { 'Content-Length': Buffer.byteLength(payload) }),
      },
    });
    outgoing.on('response', resolve);
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
  const bytes = Buffer.concat(await Array.fromAsync(answer as AsyncIterable<Buffer>));
  const single = Object.entries(answer.headersDistinct).map(([name, values = []]) => [
    name,
    values.join(', '),
  ]);
  return {
    status: answer.statusCode ?? 0,
    headers: Object.fromEntries(single) as Readonly<Record<string, string>>,
    cookies: answer.headers['set-cookie'] ?? [],
    bytes: new Uint8Array(bytes),
    text: bytes.toString('utf8'),
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
