import { html, type Html } from '../html.ts';
import { curlExample } from './curl-example.ts';
import {
  anchors,
  isReference,
  type ApiDocument,
  type DocumentedOperation,
  type Parameter,
  type RequestBody,
} from './document.ts';
import { renderInline } from './markdown.ts';
import { renderRefusalLinks, renderSuccess } from './response-view.ts';
import { renderSchema, renderTable } from './schema-view.ts';

/** All there is to know of one operation. */
export const renderOperation = (document: ApiDocument, documented: DocumentedOperation): Html => {
  const { id, method, path, operation } = documented;
  const { summary = id, description, parameters = [], requestBody, responses } = operation;
  const listed = parameters.flatMap((each) => (isReference(each) ? [] : [each]));
  return html`<article id="${anchors.operation(id)}">
    <h3><a href="#${anchors.operation(id)}">${summary}</a></h3>
    <p class="route">${renderMethod(method)} <code>${path}</code></p>
    ${description !== undefined && html`<p>${renderInline(description)}</p>`}
    <p class="auth">${renderAuth(operation.security)}</p>
    <pre tabindex="0"><code>${curlExample(document, documented)}</code></pre>
    ${renderParameters(listed)}${requestBody !== undefined && !isReference(requestBody) && renderBody(requestBody)}
    ${renderSuccess(responses)}${renderRefusalLinks(responses)}
  </article> `;
};

export const renderMethod = (method: DocumentedOperation['method']): Html =>
  html`<span class="method ${method}">${method.toUpperCase()}</span>`;

const places = { path: 'In the path', query: 'In the query', header: 'As headers' } as const;

const renderParameters = (parameters: readonly Parameter[]): Html =>
  html`${Object.entries(places).map(([place, title]) => {
    const rows = parameters
      .filter((each) => each.in === place)
      .map(({ name, required = false, schema = {}, description }) => ({
        name,
        isRequired: required,
        schema,
        description,
      }));
    return (
      rows.length > 0 &&
      html`<h4>${title}</h4>
        ${renderTable('Parameter', rows, 'required')}`
    );
  })}`;

const renderBody = ({ content, required = false }: RequestBody): Html =>
  html`${Object.entries(content).map(
    ([type, { schema }]) =>
      html`<h4>Body <code>${type}</code>${!required && ', optional'}</h4>
        ${schema !== undefined && renderSchema(schema, 'required')}`,
  )}`;

type Security = DocumentedOperation['operation']['security'];

const renderAuth = (security: Security = []): Html => {
  if (security.length === 0) return html`Nobody is asked who they are.`;
  const isOptional = security.some((each) => Object.keys(each).length === 0);
  if (!isOptional) {
    const hasProof = security.some((each) => 'csrf' in each);
    return html`Needs a session: its token, or its cookie${hasProof && ' and the CSRF token'}.`;
  }
  return security.some((each) => 'apiKey' in each)
    ? html`Open. A session or an API token may show more, or less.`
    : html`Open. A session that is sent along is the one that it is about.`;
};
