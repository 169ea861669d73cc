import { Type } from 'typebox';
import { cacheSources } from './envelope.ts';
import { choice, list } from './schema.ts';

export const locationHeader = {
  Location: Type.String({ description: 'The address of what was created, without host.' }),
};

export const etagHeader = {
  ETag: Type.String({ description: 'Names this version, for `If-Match` and `If-None-Match`.' }),
};

export const cookieHeader = {
  'Set-Cookie': list(Type.String(), { description: 'The cookies `auth_token` and `csrf_token`.' }),
};

/** Present while the cache plugin is on. */
export const cacheHeaders = {
  'X-Cache-Status': Type.Optional(choice(['HIT', 'MISS'])),
  'X-Cache-Source': Type.Optional(choice(cacheSources)),
  'X-Cache-TTL': Type.Optional(
    Type.Integer({ description: 'Seconds that the cached answer has left.' }),
  ),
  'X-Response-Time': Type.Optional(
    Type.String({ description: 'How long the answer took, for example `3ms`.' }),
  ),
};
