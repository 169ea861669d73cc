import type {
  DeletionRule,
  FieldPlace,
  FieldWidth,
  FileCollection,
  Json,
  SchemaFile,
} from '../core/vocabulary.ts';

/** What fields of every type have. */
interface CommonMembers {
  readonly title?: string;
  readonly description?: string;
  readonly group?: string;
  readonly help?: string;
  readonly searchable?: boolean;
  readonly localized?: boolean;
  readonly width?: FieldWidth;
  readonly place?: FieldPlace;
}

/** What fields with a single value have. */
interface ValueMembers<V extends Json> extends CommonMembers {
  readonly default?: V;
  readonly indexed?: boolean;
  readonly indexedWith?: readonly string[];
  readonly unique?: boolean;
}

interface TextMembers extends ValueMembers<string> {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly enum?: readonly string[];
}

type TextType =
  | 'string'
  | 'textarea'
  | 'richtext'
  | 'markdown'
  | 'slug'
  | 'email'
  | 'url'
  | 'date'
  | 'datetime'
  | 'color'
  | 'media'
  | 'file';

interface FieldGroup {
  readonly properties?: Readonly<Record<string, FieldDefinition>>;
  readonly required?: readonly string[];
}

/** A field of a collection; its type decides what it has. */
export type FieldDefinition =
  | (TextMembers & { readonly type: TextType })
  | (TextMembers & {
      readonly type: 'reference';
      readonly collection: string;
      readonly onDelete?: DeletionRule;
    })
  | (ValueMembers<number> & {
      readonly type: 'number';
      readonly minimum?: number;
      readonly maximum?: number;
      readonly enum?: readonly number[];
    })
  | (ValueMembers<boolean> & { readonly type: 'boolean' })
  | (ValueMembers<string | number> & {
      readonly type: 'select' | 'radio';
      readonly enum: readonly (string | number)[];
    })
  | (CommonMembers & {
      readonly type: 'multiselect';
      readonly default?: readonly (string | number)[];
      readonly enum: readonly (string | number)[];
      readonly indexed?: boolean;
      readonly minLength?: number;
      readonly maxLength?: number;
    })
  | (CommonMembers & { readonly type: 'json'; readonly default?: Json })
  | (CommonMembers & {
      readonly type: 'array';
      readonly default?: readonly Json[];
      readonly items?: FieldDefinition;
      readonly indexed?: boolean;
      readonly minLength?: number;
      readonly maxLength?: number;
    })
  | (CommonMembers & FieldGroup & { readonly type: 'object'; readonly default?: Json })
  | (CommonMembers & {
      readonly type: 'blocks';
      readonly default?: readonly Json[];
      readonly blocks?: Readonly<Record<string, FieldGroup & { readonly title?: string }>>;
      readonly minItems?: number;
      readonly maxItems?: number;
    });

export interface CollectionDefinition extends Omit<FileCollection, 'schema'> {
  readonly schema?: FieldGroup & { readonly type?: 'object' };
}

/** The default export of `quoin.schema.ts`. */
export interface SchemaDefinition extends Omit<SchemaFile, 'collections'> {
  readonly collections?: readonly CollectionDefinition[];
}

/** Returns its argument. With it, editors complete and check the schema of a service. */
export const defineSchema = (schema: SchemaDefinition): SchemaDefinition => schema;
