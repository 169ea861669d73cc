import { joinChunks } from '../../../core/index.ts';
import { utf8Bytes } from '../bytes.ts';
import type { RestPart } from './rest-subject.ts';

const boundary = 'a-boundary-that-no-part-contains';

export const multipartType = `multipart/form-data; boundary=${boundary}`;

/** The body of a form (RFC 7578), with names as browsers escape them. */
export const multipart = (parts: readonly RestPart[]): Uint8Array =>
  joinChunks([
    ...parts.flatMap((part) => {
      const head = `--${boundary}\r\nContent-Disposition: form-data; name="${part.name}"`;
      if ('text' in part) return [utf8Bytes(`${head}\r\n\r\n${part.text}\r\n`)];
      const name = part.filename
        .replaceAll('"', '%22')
        .replaceAll('\r', '%0D')
        .replaceAll('\n', '%0A');
      const type = `Content-Type: ${part.contentType}`;
      return [
        utf8Bytes(`${head}; filename="${name}"\r\n${type}\r\n\r\n`),
        part.bytes,
        utf8Bytes('\r\n'),
      ];
    }),
    utf8Bytes(`--${boundary}--\r\n`),
  ]);
