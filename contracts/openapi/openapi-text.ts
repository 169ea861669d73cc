import type { Tag } from '../operation.ts';

export const description = `The API of a content management system: content in collections, media files, and user accounts.

## Responses

A successful response is \`{ "data": … }\`; a list also has \`meta\`. Only responses about your own account differ: signing in and registering return \`{ "user": …, "token": … }\`, and \`/auth/me\` returns \`{ "user": … }\`. Times are epoch milliseconds; timestamps are ISO 8601 in UTC.

A create operation returns 201. If the new resource has its own path, \`Location\` contains it.

## Authentication

There are three ways to authenticate. Send one credential. If a request sends several, only the first in this list counts, even if it is invalid.

- **API token**: \`X-API-Key: st_…\`. For frontends: reads content and never writes. It can be limited to some collections.
- **Session token**: \`Authorization: Bearer …\`, from \`POST /auth/login\`. Valid for 24 hours, or until you sign out.
- **Session cookie**: \`auth_token\`, which signing in sets. A write must also send the value of the cookie \`csrf_token\` in the header \`X-CSRF-Token\`.

Content can be read without credentials, unless the settings forbid it. Wrong or expired credentials return 401, even where none are needed.

## Paging

Lists accept \`limit\` (default 50, at most 1000) and \`offset\`. There is no total: increase \`offset\` by the number of entries received, until a response has no entries.

## Requests

Unknown parameters and members are ignored; with \`Prefer: handling=strict\` they return 400, as does a \`limit\` over 1000. Known ones of the wrong type return 400, and so does a parameter that is given twice.

## Errors

\`{ "error": "A sentence", "code": "snake_case", "details": "…", "issues": [ … ] }\`. Programs should check the status and \`code\`; the sentences may change. Each operation lists its codes; only a response with 500 has none. The log of the service describes a failure under the \`X-Request-Id\` of the response. If a path exists but not with the method of the request, the response is 405, and \`Allow\` lists the supported methods. A response with \`Retry-After\` can be retried after that many seconds. A write with \`Idempotency-Key\` can be repeated safely.`;

export const tagDescriptions: Readonly<Record<Tag, string>> = {
  Content: 'Content items. Anybody can read them; writing requires a role.',
  Previews:
    'Tokens with which anybody can read unpublished content. For users, who need none to read in the perspective of drafts.',
  Presence: 'Who is at a content item at the moment. For users.',
  Trash: 'Deleted items, which can be restored. For users who may edit and delete them.',
  Comments: 'What the people who work on an item say about it. For users, whatever their role.',
  'Saved views': 'Views of lists, of one user or for all. For users, whatever their role.',
  Collections: 'Groups of items, each with a schema for the fields of its items.',
  Media: 'Uploaded files. For users; anybody with the URL of a file can read its bytes.',
  Accounts: 'Signing in and out, registering, and your own account.',
  'API tokens': 'Read-only credentials for frontends. For administrators.',
  Users: 'Accounts, roles, and roles in single collections. For administrators.',
  Webhooks: 'Requests to other systems when something happens. For administrators.',
  Mail: 'Mail that the service sends. For administrators.',
  Settings: 'Options of the whole service. For administrators.',
  Locales: 'The languages in which content is written. Administrators choose them.',
  Plugins: 'Parts of the service that can be turned on. For administrators.',
  Schema: 'Locales, collections, settings and plugins as one document. For administrators.',
  Audit: 'Who did what to which resource, when, and from which address.',
  Transfer: 'Import and export. For administrators.',
  System: 'This document, health, and the bytes of files.',
};
