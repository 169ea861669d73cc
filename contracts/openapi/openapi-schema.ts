import type { TSchema } from 'typebox';
import type { ReferenceObject, SchemaObject } from 'openapi3-ts/oas30';
import { documentationOf } from '../schemas/schema.ts';

type Rendered = SchemaObject | ReferenceObject;

/** Renders schemas for one document. A schema with a title becomes a component of that name. */
export interface SchemaRenderer {
  readonly render: (schema: TSchema) => Rendered;
  /** The components rendered so far. */
  readonly components: Readonly<Record<string, SchemaObject>>;
}

export const createSchemaRenderer = (): SchemaRenderer => {
  const components: Record<string, SchemaObject> = {};

  const renderAll = (schemas: object): Readonly<Record<string, Rendered>> =>
    Object.fromEntries(
      Object.entries<TSchema>({ ...schemas }).map(([name, each]) => [name, render(each)]),
    );

  const renderMember = (keyword: string, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    switch (keyword) {
      case 'properties':
        return renderAll(value);
      case 'items':
      case 'additionalProperties':
        return render(value);
      case 'anyOf':
      case 'oneOf':
        return Object.values(renderAll(value));
      default:
        return structuredCopy(value);
    }
  };

  const render = (schema: TSchema): Rendered => {
    const documented = Object.entries(documentationOf(schema));
    // Only keywords that OpenAPI 3.0 shares with JSON Schema are used; a test checks this.
    const rendered: SchemaObject = Object.fromEntries(
      documented.map(([keyword, value]) => [keyword, renderMember(keyword, value)]),
    );
    const { title } = rendered;
    if (title === undefined) return rendered;
    const known = components[title];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(rendered)) {
      throw new Error(`Two different schemas have the title ${title}`);
    }
    components[title] = rendered;
    return { $ref: `#/components/schemas/${title}` };
  };

  return { render, components };
};

/** Copies the value, because schemas are shared and callers may change the document. */
const structuredCopy = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
