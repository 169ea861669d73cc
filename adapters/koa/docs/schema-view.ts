import { html, type Html } from '../html.ts';
import { anchors, isReference, nameOf, type Schema, type SchemaNode } from './document.ts';
import { renderInline } from './markdown.ts';

/** Which rows of a table say so: in what is sent what must be there, in answers what may not be. */
export type Marked = 'optional' | 'required';

/** A schema in full: the members of an object as a table, anything else in a line. */
export const renderSchema = (node: SchemaNode, marked: Marked): Html =>
  isReference(node) || node.properties === undefined
    ? html`<p class="type">${renderType(node)}</p> `
    : renderTable('Member', membersOf(node), marked);

/** A schema in a few words, named schemas as links. */
export const renderType = (node: SchemaNode): Html => {
  if (isReference(node)) {
    const name = nameOf(node);
    return html`<a href="#${anchors.schema(name)}">${name}</a>`;
  }
  return html`${renderKind(node)}${node.nullable === true && ' or null'}`;
};

const renderKind = (schema: Schema): Html => {
  const { type, format, items, enum: choices, anyOf, additionalProperties } = schema;
  if (choices !== undefined)
    return alternatives(choices.map((each) => html`<code>${String(each)}</code>`));
  if (anyOf !== undefined) return alternatives(anyOf.map(renderType));
  if (items !== undefined) return html`list of ${renderType(items)}`;
  if (typeof additionalProperties === 'object')
    return html`object of ${renderType(additionalProperties)}`;
  if (additionalProperties === true) return html`any object`;
  if (type === undefined) return html`any value`;
  return html`${String(type)}${format !== undefined && ` (${format})`}`;
};

const alternatives = (parts: readonly Html[]): Html =>
  html`${parts.map((part, at) => html`${at > 0 && ' or '}${part}`)}`;

export interface Row {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: SchemaNode;
  readonly description?: string | undefined;
}

/** The members of an object; those of an object within it by their path. */
const membersOf = ({ properties = {}, required = [] }: Schema, prefix = ''): readonly Row[] =>
  Object.entries(properties).flatMap(([member, schema]) => {
    const name = `${prefix}${member}`;
    const row = { name, isRequired: required.includes(member), schema };
    return isReference(schema) || schema.properties === undefined
      ? [row]
      : [row, ...membersOf(schema, `${name}.`)];
  });

export const renderTable = (heading: string, rows: readonly Row[], marked: Marked): Html =>
  html`<div class="scroll" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">${heading}</th>
          <th scope="col">Type</th>
          <th scope="col">Meaning</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map((row) => renderRow(row, marked))}
      </tbody>
    </table>
  </div> `;

const renderRow = ({ name, isRequired, schema, description }: Row, marked: Marked): Html =>
  html`<tr>
    <th scope="row">
      <code>${name}</code
      >${isRequired === (marked === 'required') && html` <span class="${marked}">${marked}</span>`}
    </th>
    <td>${renderType(schema)}</td>
    <td>${renderInline(description ?? describe(schema))}${renderLimits(schema)}</td>
  </tr> `;

const describe = (node: SchemaNode): string => (isReference(node) ? '' : (node.description ?? ''));

const limits = {
  default: 'Default',
  minimum: 'At least',
  maximum: 'At most',
  minItems: 'Entries, at least',
  maxItems: 'Entries, at most',
} as const satisfies Partial<Record<keyof Schema, string>>;

const renderLimits = (node: SchemaNode): Html => {
  if (isReference(node)) return html``;
  const known = Object.entries(limits).flatMap(([keyword, label]) => {
    const value: unknown = node[keyword as keyof typeof limits];
    return value === undefined
      ? []
      : [html` <span class="limit">${label} <code>${JSON.stringify(value)}</code></span>`];
  });
  return html`${known}`;
};
