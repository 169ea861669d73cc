/**
 * The reference for reads and writes of the database: a Koa with @koa/router that runs one named statement
 * for each request and answers with `JSON.stringify`. It checks nothing.
 */
import Router from '@koa/router';
import { randomUUIDv7 } from 'node:crypto';
import { json } from 'node:stream/consumers';
import Koa, { type Context } from 'koa';
import { Pool } from 'pg';

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

type Row = Readonly<Record<string, unknown>>;

const columns = 'id, title, slug, status, collection_id, data, created_at, updated_at, version';

const statements = {
  list: `select ${columns} from content order by created_at desc, id desc limit $1 offset $2`,
  get: `select ${columns} from content where id = $1`,
  create: `insert into content (id, collection_id, title, slug, status, data, version, created_at, updated_at, title_key)
    values ($1, $2, $3, $4, 'draft', $5, 1, $6, $6, lower($3)) returning ${columns}`,
  update: `update content set data = $2, version = version + 1, updated_at = $3 where id = $1 returning ${columns}`,
};

const run = async (name: keyof typeof statements, ...values: unknown[]): Promise<readonly Row[]> =>
  (await pool.query<Row>({ name, text: statements[name], values })).rows;

const itemOf = (row: Row) => ({
  id: row['id'],
  title: row['title'],
  slug: row['slug'],
  status: row['status'],
  collectionId: row['collection_id'],
  created_at: Number(row['created_at']),
  updated_at: Number(row['updated_at']),
  data: row['data'],
});

const send = (ctx: Context, body: object): void => {
  ctx.set('Content-Type', 'application/json; charset=utf-8');
  ctx.body = JSON.stringify(body);
};

const sendItem = (ctx: Context, [row]: readonly Row[]): void => {
  if (row === undefined) return;
  ctx.set('ETag', `"${String(row['version'])}"`);
  send(ctx, { data: itemOf(row) });
};

const { rows } = await pool.query<{ readonly id: string }>(
  `select id from collections where name = 'blog-posts'`,
);
const collectionId = rows[0]?.id;

const router = new Router();

router.get('/api/content', async (ctx) => {
  const { limit = '50', offset = '0' } = ctx.query;
  const listed = await run('list', limit, offset);
  send(ctx, { data: listed.map(itemOf), meta: { count: listed.length } });
});

router.get('/api/content/:id', async (ctx) => sendItem(ctx, await run('get', ctx.params['id'])));

router.post('/api/content', async (ctx) => {
  const { title, data } = (await json(ctx.req)) as {
    readonly title: string;
    readonly data: object;
  };
  const slug = title.toLowerCase().replaceAll(' ', '-');
  const values = [randomUUIDv7(), collectionId, title, slug, JSON.stringify(data), Date.now()];
  const created = await run('create', ...values);
  ctx.status = 201;
  sendItem(ctx, created);
});

router.put('/api/content/:id', async (ctx) => {
  const { data } = (await json(ctx.req)) as { readonly data: object };
  sendItem(ctx, await run('update', ctx.params['id'], JSON.stringify(data), Date.now()));
});

new Koa().use(router.routes()).listen(Number(process.env['PORT']), '127.0.0.1');
