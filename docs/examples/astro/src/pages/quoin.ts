import type { APIRoute } from 'astro';
import { readWebhook } from '../quoin';

export const prerender = false;

/** A webhook of Quoin: removes what has changed from the cache of the pages under /live. */
export const POST: APIRoute = async ({ request, cache }) => {
  const tags = await readWebhook(request, process.env.QUOIN_WEBHOOK_SECRET ?? '');
  if (tags === undefined) return new Response('Not signed', { status: 401 });
  if (tags.length > 0) await cache.invalidate({ tags });
  return new Response(null, { status: 204 });
};
