import { createClient } from '../../../contracts/client/index.ts';
import type { MediaFileDto } from '../../../contracts/operations/media.ts';
import { t } from '../catalogue/texts.ts';
import { signedIn, type Send } from './client.ts';

export interface UploadOptions {
  /** Undefined for the default folder. */
  readonly folder: string | undefined;
  /** Aborts the upload. */
  readonly signal: AbortSignal;
  /** Called with the share of the request that has been sent, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/**
 * Uploads one file as the signed-in user, like `api.uploadMedia`, and reports its progress.
 *
 * @throws ApiError; OfflineError; an `AbortError`.
 */
export const uploadFile = async (
  file: File,
  { folder, signal, onProgress }: UploadOptions,
): Promise<MediaFileDto> => {
  const client = createClient({
    baseUrl: '',
    retries: 0,
    fetch: signedIn((url, request) => sendWithProgress(url, request, { signal, onProgress })),
  });
  const { body } = await client.uploadMedia({
    body: { folder, file: { name: file.name, content: file } },
  });
  return body.data;
};

/** `fetch` does not report how much of a body it has sent, so this uses XMLHttpRequest. */
const sendWithProgress = (
  url: string,
  { method = 'GET', headers, body }: Parameters<Send>[1],
  { signal, onProgress }: Pick<UploadOptions, 'signal' | 'onProgress'>,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(method, url);
    new Headers(headers).forEach((value, name) => request.setRequestHeader(name, value));
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      onProgress(total === 0 ? 0 : loaded / total);
    });
    request.addEventListener('load', () => resolve(responseOf(request)));
    request.addEventListener('error', () => reject(new TypeError(t.service.connectionFailed)));
    request.addEventListener('abort', () => {
      reject(new DOMException(t.service.uploadCancelled, 'AbortError'));
    });
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body as XMLHttpRequestBodyInit);
  });

const responseOf = (request: XMLHttpRequest): Response => {
  const { status, statusText, responseText } = request;
  const lines = request.getAllResponseHeaders().split('\r\n').filter(Boolean);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  return new Response(responseText === '' ? null : responseText, { status, statusText, headers });
};
