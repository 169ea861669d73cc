import { Type, type Static } from 'typebox';
import { auditActions, auditActorKinds, auditResources } from '../../core/vocabulary.ts';
import { defineOperations } from '../operation.ts';
import { listMetaSchema } from '../schemas/envelope.ts';
import { choice, idSchema, list, pageParameters, timeSchema, titled } from '../schemas/schema.ts';

const auditEntrySchema = titled('AuditEntry', {
  number: Type.Integer({ format: 'int64', description: 'Grows by one from entry to entry.' }),
  at: timeSchema,
  actor: titled('AuditActor', {
    kind: choice(auditActorKinds, {
      description:
        '`schedule`: the service, at a time that a user has planned. `operator`: a command, or the service.',
    }),
    id: Type.Optional(
      Type.String({
        format: 'uuid',
        description:
          'Of the user or the API token, even if it is gone. With `schedule`, of the user who planned.',
      }),
    ),
    address: Type.Optional(Type.String({ description: 'The address of the client.' })),
  }),
  action: choice(auditActions),
  id: Type.Optional(
    Type.String({
      format: 'uuid',
      description:
        'Of the resource: of the item for everything that belongs to an item, of the account for sessions.',
    }),
  ),
  detail: Type.Optional(
    Type.String({ description: 'The slug, the name, the role, or the names of what changed.' }),
  ),
});
export type AuditEntryDto = Static<typeof auditEntrySchema>;

const auditUserSchema = titled('AuditUser', {
  id: idSchema,
  name: Type.String({ description: 'First and last name or, without both, the username.' }),
});

const auditMetaSchema = titled('AuditMeta', {
  ...listMetaSchema.properties,
  cursor: Type.Optional(
    Type.String({
      description:
        'The value of `after` for the next page. Absent on the last page. Also an empty page can have one.',
    }),
  ),
  users: list(auditUserSchema, {
    description:
      'The accounts in `actor`, and those that `user` and `session` entries are about. Each once.',
  }),
});
export type AuditMetaDto = Static<typeof auditMetaSchema>;

const filter = {
  actor: Type.Optional(
    Type.String({ format: 'uuid', description: 'The id of a user or of an API token.' }),
  ),
  resource: Type.Optional(choice(auditResources)),
  id: Type.Optional(Type.String({ format: 'uuid', description: 'Of the resource.' })),
  action: Type.Optional(choice(auditActions)),
  from: Type.Optional(
    Type.Integer({
      minimum: 0,
      format: 'int64',
      description: 'From this time on, in epoch milliseconds.',
    }),
  ),
  to: Type.Optional(
    Type.Integer({
      minimum: 0,
      format: 'int64',
      description: 'Before this time, in epoch milliseconds.',
    }),
  ),
};

export const auditOperations = defineOperations({
  listAudit: {
    method: 'get',
    path: '/api/audit',
    tag: 'Audit',
    summary: 'List who did what',
    description:
      'The newest entry first. Every write that was acknowledged before has its entry. Nothing changes an entry, and only its age and the number of entries remove it.',
    auth: 'admin',
    query: Type.Object({
      limit: pageParameters.limit,
      after: Type.Optional(Type.String({ description: '`meta.cursor` of the page before.' })),
      ...filter,
    }),
    success: {
      kind: 'json',
      status: 200,
      schema: Type.Object({ data: list(auditEntrySchema), meta: auditMetaSchema }),
    },
    errors: ['invalid_cursor'],
  },

  exportAudit: {
    method: 'get',
    path: '/api/audit/export',
    tag: 'Audit',
    summary: 'Export who did what',
    description: 'All entries that match, the newest first, one on each line.',
    auth: 'admin',
    query: Type.Object(filter),
    success: { kind: 'ndjson', status: 200, schema: auditEntrySchema },
  },
});
