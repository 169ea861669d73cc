import type { CollectionDto, FieldDto } from '../../../contracts/index.ts';
import { fieldInference, type FieldInference } from '../../../core/index.ts';
import type { JsonObject } from '../../../core/vocabulary.ts';
import { formatCounted } from '../progress.ts';
import type { TransferTarget } from './targets/transfer-target.ts';

/** Whether the proposed fields were stored, or will be if this is not a dry run. */
export type ProposalState = 'proposed' | 'planned' | 'stored';

/** Fields for data that the schema of a collection does not define. */
export interface FieldProposals {
  /** The fields that a collection has. */
  readonly fieldsOf: (collection: string) => ReadonlyMap<string, FieldDto>;
  /** Adds the data of one item. */
  readonly add: (collection: string, data: JsonObject) => void;
  /** The proposed fields of each collection, as sentences. */
  readonly lines: (state: ProposalState) => readonly string[];
  /** Adds the proposed fields to the collections. Fields that exist by now stay as they are. */
  readonly store: (target: Pick<TransferTarget, 'collections' | 'updateSchema'>) => Promise<void>;
}

export const fieldProposals = (collections: readonly CollectionDto[]): FieldProposals => {
  const existing = new Map(
    collections.map(({ name, schema }) => [name, new Map(Object.entries(schema.properties))]),
  );
  const inferred = new Map<string, FieldInference>();
  const proposals = () =>
    [...inferred]
      .map(([name, inference]) => ({ name, fields: Object.entries(inference.fields()) }))
      .filter(({ fields }) => fields.length > 0);
  return {
    fieldsOf: (collection) => existing.get(collection) ?? new Map(),

    add: (collection, data) => {
      const fields = existing.get(collection);
      if (fields === undefined) return;
      const undefinedData = Object.entries(data).filter(([name]) => !fields.has(name));
      const inference = inferred.get(collection) ?? fieldInference();
      inferred.set(collection, inference);
      inference.add(Object.fromEntries(undefinedData));
    },

    lines: (state) =>
      proposals().flatMap(({ name, fields }) => {
        const width = Math.max(...fields.map(([field]) => field.length));
        return [
          headings[state](name, fields.length),
          ...fields.map(([field, each]) => `  ${field.padEnd(width)}  ${describeField(each)}`),
        ];
      }),

    store: async (target) => {
      const current = await target.collections();
      for (const { name, fields } of proposals()) {
        const collection = current.find((each) => each.name === name);
        if (collection === undefined) continue;
        const { schema } = collection;
        const added = fields.filter(([field]) => !Object.hasOwn(schema.properties, field));
        const properties = { ...schema.properties, ...Object.fromEntries(added) };
        // A schema is JSON, but its type has no index signature.
        await target.updateSchema(name, { ...schema, properties } as unknown as JsonObject);
      }
    },
  };
};

const headings = {
  proposed: (name: string, count: number) =>
    `The schema of '${name}' lacks ${formatCounted(count, 'field')} of these items; --infer-schema adds ${count === 1 ? 'it' : 'them'}:`,
  planned: (name: string, count: number) =>
    `To add to the schema of '${name}', ${formatCounted(count, 'field')}:`,
  stored: (name: string, count: number) =>
    `Added ${formatCounted(count, 'field')} to the schema of '${name}':`,
} as const;

/** `array of string`, `object (a, b)` or the type. */
const describeField = ({ type, items, properties = {} }: FieldDto): string => {
  if (type === 'array' && items !== undefined) return `array of ${describeField(items)}`;
  return type === 'object' ? `object (${Object.keys(properties).join(', ')})` : type;
};
