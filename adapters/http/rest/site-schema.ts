import {
  presentSchemaPlan,
  presentSiteSchema,
  type Handlers,
  type siteSchemaOperations,
} from '../../../contracts/index.ts';
import type { Cms } from '../../../core/index.ts';
import type { RequestContext } from '../request-context.ts';

export const siteSchemaHandlers = ({
  siteSchema,
}: Pick<Cms, 'siteSchema'>): Handlers<typeof siteSchemaOperations, RequestContext> => ({
  getSchema: async ({ actor }) => ({ data: presentSiteSchema(await siteSchema.read(actor)) }),

  planSchema: async ({ body, actor }) => ({
    data: presentSchemaPlan(await siteSchema.plan(actor, body.schema)),
  }),
});
