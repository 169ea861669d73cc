import { html, type Html } from '../html.ts';
import {
  anchors,
  isReference,
  nameOf,
  type ApiDocument,
  type Response,
  type ResponseNode,
} from './document.ts';
import { renderInline } from './markdown.ts';
import { renderSchema, renderTable, renderType } from './schema-view.ts';

type Responses = Readonly<Record<string, ResponseNode>>;

/** The answers that an operation has to itself. */
export const renderSuccess = (responses: Responses): Html =>
  html`${Object.entries(responses).map(
    ([status, response]) => !isReference(response) && renderResponse(status, response),
  )}`;

const renderResponse = (status: string, { description, headers, content }: Response): Html => {
  const rows = Object.entries(headers ?? {}).flatMap(([name, header]) =>
    isReference(header)
      ? []
      : [{ name, isRequired: header.required === true, schema: header.schema ?? {} }],
  );
  return html`<h4>${status} <small>${description}</small></h4>
    ${Object.entries(content ?? {}).map(
      ([type, { schema, example }]) =>
        html`<p class="type"><code>${type}</code></p>
          ${schema !== undefined && renderSchema(schema, 'optional')}${renderExample(example)}`,
    )}${rows.length > 0 && renderTable('Header', rows, 'optional')}`;
};

const renderExample = (example: unknown): Html =>
  example === undefined
    ? html``
    : html`<details>
        <summary>Example</summary>
        <pre tabindex="0"><code>${JSON.stringify(example, undefined, 2)}</code></pre>
      </details> `;

/** The refusals that operations share, by status. */
export const renderRefusalLinks = (responses: Responses): Html => {
  const links = Object.entries(responses).flatMap(([status, response]) =>
    isReference(response)
      ? [html`<a href="#${anchors.refusal(nameOf(response))}">${status}</a> `]
      : [],
  );
  return links.length > 0 ? html`<p class="refusals">Refused with ${links}</p>` : html``;
};

/** What the refusals mean that operations share. */
export const renderRefusals = ({ components }: ApiDocument): Html =>
  html`${Object.entries(components?.responses ?? {}).map(([name, response]) => {
    if (isReference(response)) return false;
    const [media] = Object.values(response.content ?? {});
    const example: unknown = media?.example;
    return html`<article id="${anchors.refusal(name)}">
      <h3><a href="#${anchors.refusal(name)}">${name}</a></h3>
      <p>${renderInline(response.description)}</p>
      ${media?.schema !== undefined && html`<p class="type">${renderType(media.schema)}</p>`}
      ${renderExample(example)}
    </article> `;
  })}`;
