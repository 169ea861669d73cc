import type { Tag } from './operation.ts';

export const description = `Content in collections, media files, and the accounts that look after them.

## Answers

A success is \`{ "data": … }\`; a list has \`meta\` beside it. Only answers about your own account differ: signing in and registering answer \`{ "user": …, "token": … }\`, and \`/auth/me\` \`{ "user": … }\`. Times are epoch milliseconds, except for timestamps, which are ISO 8601 in UTC.

What is created is answered with 201 and, where it has an address, with that address in \`Location\`.

## Who is asking

There are three ways to say who you are. If a request uses several, only the first of this list counts.

- **API token**: \`X-API-Key: st_…\`. For frontends: reads content as a viewer and never writes. It may be limited to some collections.
- **Session token**: \`Authorization: Bearer …\`, from \`POST /auth/login\`. Good for 24 hours, or until it is signed out.
- **Session cookie**: \`auth_token\`, which signing in sets. A request that writes must also send the value of the cookie \`csrf_token\` in the header \`X-CSRF-Token\`.

Content can be read without any of them, unless the settings say otherwise. Credentials that are wrong or over are refused with 401, even where none are needed.

## Pages

Lists take \`limit\` (50 unless given, 1000 at most) and \`offset\`. There is no total: ask with a growing \`offset\` until an answer has fewer entries than the limit.

## Input

Parameters and members that an operation does not know are ignored. Known ones of the wrong type are 400, and so is a parameter that is given twice.

## Errors

\`{ "error": "A sentence", "code": "snake_case", "details": "…", "issues": [ … ] }\`. Programs should look at the status and at \`code\`; the sentences may change. On a path that is there, a method that is not is 405, and \`Allow\` names those that are. An answer that says \`Retry-After\` may be asked for again after as many seconds.`;

export const tagDescriptions: Readonly<Record<Tag, string>> = {
  Content: 'The items: read by anybody, written by those whose role permits it.',
  Collections: 'What groups the items and says which fields they have.',
  Media: 'Uploaded files. For users; the bytes themselves are public at their address.',
  Accounts: 'Signing in and out, registering, and what is yours.',
  'API tokens': 'Read-only credentials for frontends. For administrators.',
  Users: 'Accounts, roles, and roles in single collections. For administrators.',
  Settings: 'What holds for the whole service. For administrators.',
  Plugins: 'Parts of the service that can be switched on. For administrators.',
  Transfer: 'Moving much at once, in and out. For administrators.',
  System: 'This document, health, and the bytes of files.',
};
