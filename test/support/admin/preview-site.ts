import { once } from 'node:events';
import { createServer } from 'node:http';

/** A website of another origin, whose page is the same at every path. */
export interface PreviewSite extends AsyncDisposable {
  readonly origin: string;
  /** What the site was asked for, as URLs. */
  readonly requests: readonly URL[];
  /** Serves another page from now on, and forgets the requests. */
  readonly show: (page: string, redirect?: string) => void;
}

/** @param port free. */
export const servePreviewSite = async (port: number): Promise<PreviewSite> => {
  const origin = `http://localhost:${port}`;
  const requests: URL[] = [];
  let html = '';
  let location: string | undefined;
  const server = createServer(({ url = '' }, response) => {
    if (url === '/favicon.ico') {
      response.writeHead(204).end();
      return;
    }
    requests.push(new URL(url, origin));
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' };
    if (location === undefined) response.writeHead(200, headers).end(html);
    else response.writeHead(302, { Location: location }).end();
  });
  server.listen(port, 'localhost');
  await once(server, 'listening');
  return {
    origin,
    requests,
    show: (page, redirect) => {
      html = `<!doctype html><title>Site</title>${page}`;
      location = redirect;
      requests.length = 0;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
