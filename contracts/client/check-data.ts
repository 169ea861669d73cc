import { checkItemData, issuesOf, type Issue } from '../../core/vocabulary.ts';
import type { CollectionSchemaDto } from '../schemas/collection-schema.ts';
import type { JsonObject } from '../schemas/schema.ts';

const compile = (pattern: string): RegExp | undefined => {
  try {
    return new RegExp(pattern, 'u');
  } catch {
    return undefined;
  }
};

/** The platform's own expressions: what they do not compile is left to the service. */
const patterns = {
  compile: (pattern: string) => {
    const expression = compile(pattern);
    return expression && Object.assign((text: string) => expression.test(text), { steps: 1 });
  },
};

/**
 * The issues with which the service would reject the data of an item. Clients use it to show mistakes
 * without a request; the service decides.
 */
export const checkData = (
  data: JsonObject,
  schema: CollectionSchemaDto,
  status: 'draft' | 'published' | 'archived',
): readonly Issue[] => issuesOf(() => checkItemData(patterns, { schema }, data, status));
