import { ApiError, changes, createClient, paginate } from '../../../contracts/client/index.ts';

/** The file contains the bytes of an empty GIF. */
const gif = 'R0lGODlhAQABAAAAACwAAAAAAQABAAAC';

/**
 * Uses what the client needs of a platform: `fetch` with JSON, forms and streams, text coding, timers and random keys.
 * Compiled and run in each runtime.
 *
 * @returns what the client has received, without ids and times: it is the same everywhere.
 */
export const runScenario = async (baseUrl: string, sessionToken: string, name: string) => {
  const client = createClient({ baseUrl, credentials: { sessionToken } });
  const seen: unknown[] = [];

  const end = (await client.listChanges({ query: { collection: 'pages' } })).body.meta.cursor;
  const title = `Ebb & flow in ${name}: ü€`;
  const created = await client.createContent({ body: { collection: 'pages', title } });
  const { id } = created.body.data;
  seen.push([created.status, created.body.data.title === title]);

  const params = { id };
  const headers = { 'If-Match': created.headers.ETag };
  const updated = await client.updateContent({ params, headers, body: { status: 'published' } });
  seen.push([updated.status, updated.body.data.status]);
  const outdated = client.updateContent({ params, headers, body: { title: 'Outdated' } });
  const error: unknown = await outdated.catch((reason: unknown) => reason);
  seen.push(error instanceof ApiError && [error.status, error.code, error.name]);

  const ended = new AbortController();
  const follower = changes(client, { after: end, collection: 'pages', signal: ended.signal });
  const first = await follower.next();
  if (first.done !== true) {
    seen.push(first.value.data.map(({ type, item }) => [type, item?.title === title]));
  }
  const last = follower.next();
  setTimeout(() => ended.abort(new Error('left')), 0);
  seen.push(await last.catch((reason: Error) => reason.message));

  const content = new Blob([Uint8Array.from(atob(gif), (character) => character.charCodeAt(0))]);
  const { body } = await client.uploadMedia({ body: { file: { name: 'ü.gif', content } } });
  const key = new URL(body.data.url).pathname.slice('/files/'.length);
  let size = 0;
  for await (const chunk of (await client.getFile({ params: { key } })).body) size += chunk.length;
  seen.push([body.data.originalName, body.data.mimeType, size === content.size]);

  const types = new Set<string>();
  for await (const line of (await client.exportAll()).body) types.add(line.type);
  seen.push([...types].toSorted());

  let found = 0;
  const query = { collection: 'pages', limit: 1 };
  for await (const item of paginate(client.listContent, { query })) {
    if (item.id === id) found += 1;
  }
  seen.push(found);
  return seen;
};
