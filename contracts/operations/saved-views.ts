import { Type } from 'typebox';
import { savedViewLimits } from '../../core/vocabulary.ts';
import { defineOperations } from '../operation.ts';
import { dataOf, deletedSchema, listOf } from '../schemas/envelope.ts';
import { jsonBody } from '../schemas/request-body.ts';
import { createdAnswer } from '../schemas/response-headers.ts';
import { savedViewSchema, viewFields } from '../schemas/saved-view-schemas.ts';
import { idSchema, optionalFields, pageParameters, titled } from '../schemas/schema.ts';

const viewParams = Type.Object({ id: idSchema });

const example = { name: 'Drafts about tides', query: { status: 'draft', q: 'tides' } };

export const savedViewOperations = defineOperations({
  listViews: {
    method: 'get',
    path: '/api/views',
    tag: 'Saved views',
    summary: 'List saved views',
    description: 'Your own and those that others share, by name. For users only.',
    auth: 'user',
    query: Type.Object(pageParameters),
    success: { kind: 'json', status: 200, schema: listOf(savedViewSchema) },
  },

  createView: {
    method: 'post',
    path: '/api/views',
    tag: 'Saved views',
    summary: 'Save a view of a list',
    description: `To share it, you need a role that may edit content somewhere. You can have ${savedViewLimits.views} views.`,
    auth: 'user',
    body: jsonBody(
      titled('NewSavedView', { ...viewFields, shared: Type.Optional(viewFields.shared) }),
      { example },
    ),
    success: createdAnswer(dataOf(savedViewSchema)),
    errors: ['not_found', 'too_many_views'],
  },

  updateView: {
    method: 'put',
    path: '/api/views/{id}',
    tag: 'Saved views',
    summary: 'Change a saved view',
    description:
      'An own one or, as an admin, one that is shared. Omitted members keep their value; `query` is replaced as a whole.',
    auth: 'user',
    params: viewParams,
    body: jsonBody(titled('SavedViewChanges', optionalFields(viewFields)), {
      example: { shared: true },
    }),
    success: { kind: 'json', status: 200, schema: dataOf(savedViewSchema) },
  },

  deleteView: {
    method: 'delete',
    path: '/api/views/{id}',
    tag: 'Saved views',
    summary: 'Delete a saved view',
    description: 'An own one or, as an admin, one that is shared.',
    auth: 'user',
    params: viewParams,
    success: { kind: 'json', status: 200, schema: deletedSchema },
  },
});
