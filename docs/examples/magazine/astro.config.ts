import { defineConfig } from 'astro/config';
import { readRedirects } from './src/quoin.ts';

const redirects = (await readRedirects()).map(
  ({ from, to }) => [`/articles/${from}`, `/articles/${to}/`] as const,
);

export default defineConfig({
  redirects: Object.fromEntries(redirects),
  server: { port: Number(process.env.PORT ?? 4321) },
  // A preview shows drafts that did not exist when it was started.
  output: process.env.QUOIN_DRAFTS ? 'server' : 'static',
});
