import type { TSchema } from 'typebox';
import type { ReferenceObject, SchemaObject } from 'openapi3-ts/oas30';
import { documentationOf } from './schema.ts';

type Rendered = SchemaObject | ReferenceObject;

/** Renders schemas for one document. What has a title becomes a component, named by it. */
export interface SchemaRenderer {
  readonly render: (schema: TSchema) => Rendered;
  /** The components met so far. */
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
        return Object.values(renderAll(value));
      default:
        return structuredCopy(value);
    }
  };

  const render = (schema: TSchema): Rendered => {
    const documented = Object.entries(documentationOf(schema));
    // The keywords are the subset of JSON Schema that OpenAPI 3.0 has too; a test holds them to it.
    const rendered: SchemaObject = Object.fromEntries(
      documented.map(([keyword, value]) => [keyword, renderMember(keyword, value)]),
    );
    const { title } = rendered;
    if (title === undefined) return rendered;
    const known = components[title];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(rendered)) {
      throw new Error(`Two schemas are called ${title}`);
    }
    components[title] = rendered;
    return { $ref: `#/components/schemas/${title}` };
  };

  return { render, components };
};

/** Schemas are shared and constant; a document is its reader's own. */
const structuredCopy = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
