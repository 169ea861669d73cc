import { beforeEach } from 'vitest';
import { operator, type ImportContent } from '../../../core/index.ts';
import type { ContentRecord, Field, ImportOutcome, JsonObject } from '../../../core/vocabulary.ts';
import { coreWorld, type CoreWorld } from '../core/core-world.ts';
import { post } from './imports.ts';

/** A new core for each test, into whose collection `blog-posts` records are imported. */
export const fittingWorld = () => {
  let world: CoreWorld;
  beforeEach(async () => {
    world = await coreWorld();
  });
  return {
    world: () => world,
    /** Gives the collection these fields. */
    define: (properties: Readonly<Record<string, Field>>, required: readonly string[] = []) =>
      world.cms.collections.update(operator, 'blog-posts', {
        schema: { properties, required } as unknown as JsonObject,
      }),
    /** Imports a record, fitting its data by default. */
    run: async (
      fields: Partial<ContentRecord>,
      rules: Omit<ImportContent, 'records'> = { fitData: true },
    ): Promise<ImportOutcome> => {
      const command = { records: [post(fields)], ...rules };
      return (await world.cms.transfer.importContent(operator, command))[0]!;
    },
    /** What was changed; the message if the import failed. */
    changesOf: (outcome: ImportOutcome) =>
      outcome.outcome === 'failed' ? [outcome.error.message] : (outcome.changes ?? []),
  };
};
