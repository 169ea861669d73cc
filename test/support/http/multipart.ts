import { connect, type Socket } from 'node:net';
import { once } from 'node:events';

export const boundary = 'the-boundary';

export interface PartHead {
  readonly name: string;
  readonly filename?: string;
  /** Header lines that replace the default ones. */
  readonly headers?: readonly string[];
}

/** The boundary and the headers of a part. */
export const partHead = ({ name, filename, headers }: PartHead): string => {
  const file = filename === undefined ? '' : `; filename="${filename}"`;
  const type = filename === undefined ? [] : ['Content-Type: application/octet-stream'];
  const lines = headers ?? [`Content-Disposition: form-data; name="${name}"${file}`, ...type];
  return `--${boundary}\r\n${lines.join('\r\n')}\r\n\r\n`;
};

/** Each part as its head and its content. */
export type Parts = readonly (readonly [PartHead, string | Uint8Array])[];

/** A whole body. */
export const multipart = (...parts: Parts): Buffer<ArrayBuffer> =>
  Buffer.concat([
    ...parts.flatMap(([head, content]) => [
      Buffer.from(partHead(head)),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);

export const multipartType = `multipart/form-data; boundary=${boundary}`;

/** Opens a connection and sends the head of an upload. The test writes the body. */
export const beginUpload = async (
  url: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<Socket> => {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const lines = Object.entries({ Host: host, 'Content-Type': multipartType, ...headers });
  socket.write(
    `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  );
  return socket;
};

/** Reads a response from its status line to the end of its JSON body. */
export const readAnswer = async (socket: Socket): Promise<string> => {
  let text = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    if (text.includes('\r\n\r\n') && text.trimEnd().endsWith('}')) return text;
  }
  return text;
};
