import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Answer } from './gcs-answers.ts';
import type { ByteFault } from './gcs-trouble.ts';
import type { Alter } from './gcs-uploads.ts';

/** How a fault changes the bytes of a request. */
export const faultyRequestBytes =
  ({ kind }: ByteFault): Alter =>
  (bytes) =>
    kind === 'corrupt' ? flipped(bytes) : bytes;

const flipped = (bytes: Uint8Array): Uint8Array => {
  const copy = Uint8Array.from(bytes);
  copy[0] = (copy[0] ?? 0) ^ 1;
  return copy;
};

/** How a fault changes a response. */
export const faultyAnswer = (
  fault: ByteFault,
  answer: Answer,
  response: ServerResponse,
): Answer => {
  const { body, headers } = answer;
  if (fault.kind === 'misreport' && typeof body === 'string') {
    const resource = JSON.parse(body) as { readonly size: string };
    return {
      ...answer,
      body: JSON.stringify({ ...resource, size: String(Number(resource.size) - 1) }),
    };
  }
  if (body === undefined || typeof body === 'string') return answer;
  switch (fault.kind) {
    case 'corrupt':
      return { ...answer, body: firstFlipped(body) };
    case 'shorten':
      return {
        ...answer,
        headers: { ...headers, 'content-length': String(fault.bytes) },
        body: upTo(body, fault.bytes),
      };
    case 'truncate':
      return { ...answer, body: upTo(body, fault.bytes, () => response.destroy()) };
    case 'stall':
      return { ...answer, body: upTo(body, fault.bytes, () => once(response, 'close')) };
    case 'misreport':
      return answer;
  }
};

type Bytes = Exclude<Answer['body'], string | undefined>;

async function* firstFlipped(body: Bytes): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const chunk of body) {
    yield isFirst ? flipped(chunk) : chunk;
    isFirst = false;
  }
}

async function* upTo(
  body: Bytes,
  bytes: number,
  then: () => unknown = () => undefined,
): AsyncGenerator<Uint8Array> {
  let left = bytes;
  for await (const chunk of body) {
    if (left === 0) break;
    const part = chunk.subarray(0, left);
    yield part;
    left -= part.length;
  }
  await then();
}
