/** The reference for logins: a Koa that derives one key for each `POST`, as the service does, and nothing else. */
import { pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import Koa from 'koa';

const derive = promisify(pbkdf2);
const iterations = 100_000;

new Koa()
  .use(async (ctx) => {
    if (ctx.method === 'POST') {
      await derive('a password', randomBytes(16), iterations, 32, 'sha256');
    }
    ctx.body = { token: 'none' };
  })
  .listen(Number(process.env['PORT']), '127.0.0.1');
