/**
 * The reference for responses from memory: a Koa with @koa/router that sends prepared Buffers. It asks the
 * server at `ORIGIN` once for each path, so that both send the same bytes.
 */
import Router from '@koa/router';
import Koa, { type Context } from 'koa';

const origin = process.env['ORIGIN'] ?? '';
const bodies = new Map<string, Buffer>();

const prepare = async (url: string): Promise<Buffer> => {
  const response = await fetch(origin + url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const body = Buffer.from(await response.arrayBuffer());
  bodies.set(url, body);
  return body;
};

const send = async (ctx: Context): Promise<void> => {
  const body = bodies.get(ctx.url) ?? (await prepare(ctx.url));
  ctx.set('Content-Type', 'application/json; charset=utf-8');
  ctx.body = body;
};

const router = new Router();
router.get('/api/content', send);
router.get('/api/content/:id', send);
new Koa().use(router.routes()).listen(Number(process.env['PORT']), '127.0.0.1');
