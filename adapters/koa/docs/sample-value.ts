import { isReference, nameOf, type ApiDocument, type SchemaNode } from './document.ts';

/** A small value that a schema accepts in form: what is required, or a little of the rest. */
export const sampleValue = (document: ApiDocument, node: SchemaNode): unknown => {
  const schema = isReference(node) ? document.components?.schemas?.[nameOf(node)] : node;
  if (schema === undefined || isReference(schema)) return {};
  const { type, format, enum: choices, items, properties = {}, required = [] } = schema;
  if (choices !== undefined) return choices[0];
  if (type === 'array') return items === undefined ? [] : [sampleValue(document, items)];
  if (type === 'object') {
    // Without anything required, a schema that contains itself would have no end.
    const names = required.length > 0 ? required : plainMembers(properties);
    const members = names.map((name) => [name, sampleValue(document, properties[name] ?? {})]);
    return Object.fromEntries(members);
  }
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') {
    return schema.minimum ?? (format === 'int64' ? 1_790_000_000_000 : 1);
  }
  return format === 'uuid' ? '0198c0de-1a2b-7c3d-8e4f-5a6b7c8d9e0f' : 'text';
};

const plainMembers = (properties: Readonly<Record<string, SchemaNode>>): readonly string[] =>
  Object.entries(properties).flatMap(([name, node]) =>
    !isReference(node) && node.type !== 'object' && node.type !== 'array' ? [name] : [],
  );
