import { Type, type TSchema } from 'typebox';
import { blockMerge } from '../client/preferences.ts';
import { cacheSources } from './envelope.ts';
import { choice, list } from './schema.ts';

export const locationHeader = {
  Location: Type.String({ description: 'The path of the new resource.' }),
};

/** The response to the creation of a resource that has its own path. */
export const createdAnswer = <S extends TSchema>(schema: S) =>
  ({ kind: 'json', status: 201, schema, headers: Type.Object(locationHeader) }) as const;

export const etagHeader = {
  ETag: Type.String({
    description:
      'Identifies this state of the response, for `If-Match` and `If-None-Match`. Opaque.',
  }),
};

/** For operations with preferences of their own; every operation names `handling=strict`. */
export const preferenceAppliedHeader = {
  'Preference-Applied': Type.Optional(
    Type.String({
      description: `\`autosave\` if the request has this preference; \`merge\` or \`${blockMerge}\` if the change was applied to a newer version.`,
    }),
  ),
};

/** For the publication of a working copy. */
export const publishingPreferenceHeader = {
  'Preference-Applied': Type.Optional(
    Type.String({ description: `\`${blockMerge}\` if the request has this preference.` }),
  ),
};

export const cookieHeader = {
  'Set-Cookie': list(Type.String(), {
    description:
      'The cookies `auth_token` and `csrf_token`. After a failure, the login form sets `login_email` for the login page, and for a code `login_challenge`. A trusted browser gets `trusted_browser`.',
  }),
};

export const redirectHeaders = Type.Object({
  Location: Type.String({ description: 'The URL that the browser opens next.' }),
  'Set-Cookie': Type.Optional(cookieHeader['Set-Cookie']),
});

const tags = Type.Optional(
  Type.String({ description: 'As in `X-Quoin-Tags`, if `CACHE_TAGS` is true.' }),
);

/** Of each answer with content. */
export const contentHeaders = {
  'X-Quoin-Tags': Type.String({
    description:
      'What the answer was made of, separated by spaces, for caches: `site`, `list`, `list:<collection id>`, `item:<id>`, `media`, `media:<id>`.',
  }),
  'Cache-Tag': tags,
  'Surrogate-Key': tags,
  'Cache-Control': Type.Optional(
    Type.String({
      description: '`private, no-store` with `perspective=drafts` or a preview token.',
    }),
  ),
};

/** Present while the cache plugin is on. */
export const cacheHeaders = {
  'X-Cache-Status': Type.Optional(choice(['HIT', 'MISS'])),
  'X-Cache-Source': Type.Optional(choice(cacheSources)),
  'X-Cache-TTL': Type.Optional(
    Type.Integer({ description: 'The remaining lifetime of the cached response in seconds.' }),
  ),
  'X-Response-Time': Type.Optional(
    Type.String({ description: 'The duration of the request, for example `3ms`.' }),
  ),
};
