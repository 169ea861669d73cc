import { html, styleElement, type Html } from '../html.ts';
import { docsStyle } from './docs-style.ts';
import {
  anchors,
  isReference,
  operationsOf,
  type ApiDocument,
  type DocumentedOperation,
} from './document.ts';
import { renderMarkdown, topicsOf } from './markdown.ts';
import { renderMethod, renderOperation } from './operation-section.ts';
import { renderRefusals } from './response-view.ts';
import { renderSchema } from './schema-view.ts';

/** The document as a page: all of it, in one file that loads and runs nothing. */
export const renderDocsPage = (document: ApiDocument): string => {
  const { title, version, description = '' } = document.info;
  const groups = groupByTag(document);
  const { markup } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} API</title>
        ${styleElement(docsStyle)}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <nav aria-label="Contents">
          <p class="brand"><a href="#content">${title} API</a></p>
          ${renderContents(topicsOf(description), groups)}
        </nav>
        <main id="content">
          <header>
            <h1>${title} API <small>${version}</small></h1>
            <p>
              At <code>${document.servers?.[0]?.url ?? ''}</code>. Also as an
              <a href="/api/">OpenAPI ${document.openapi} document</a>.
            </p>
          </header>
          <section class="topics">${renderMarkdown(description)}</section>
          ${groups.map((group) => renderGroup(document, group))}
          <section>
            <h2 id="${refusalsId}">Refusals</h2>
            ${renderRefusals(document)}
          </section>
          <section>
            <h2 id="${schemasId}">Schemas</h2>
            ${renderSchemas(document)}
          </section>
        </main>
      </body>
    </html> `;
  return markup;
};

const refusalsId = 'refusals';
const schemasId = 'schemas';

interface Group {
  readonly name: string;
  readonly description: string | undefined;
  readonly operations: readonly DocumentedOperation[];
}

const groupByTag = (document: ApiDocument): readonly Group[] => {
  const operations = operationsOf(document);
  return (document.tags ?? []).map(({ name, description }) => ({
    name,
    description,
    operations: operations.filter(({ operation }) => operation.tags?.includes(name) === true),
  }));
};

const renderContents = (topics: readonly string[], groups: readonly Group[]): Html =>
  html`<ul>
      ${topics.map((topic) => html`<li><a href="#${anchors.topic(topic)}">${topic}</a></li> `)}
    </ul>
    ${groups.map(
      ({ name, operations }) =>
        html`<h2><a href="#${anchors.tag(name)}">${name}</a></h2>
          <ul>
            ${operations.map(
              ({ id, method, operation }) =>
                html`<li>
                  <a href="#${anchors.operation(id)}"
                    >${renderMethod(method)} <span>${operation.summary ?? id}</span></a
                  >
                </li> `,
            )}
          </ul> `,
    )}
    <h2><a href="#${refusalsId}">Refusals</a></h2>
    <h2><a href="#${schemasId}">Schemas</a></h2>`;

const renderGroup = (document: ApiDocument, { name, description, operations }: Group): Html =>
  html`<section>
    <h2 id="${anchors.tag(name)}">${name}</h2>
    ${description !== undefined && html`<p class="lead">${description}</p>`}
    ${operations.map((operation) => renderOperation(document, operation))}
  </section> `;

const renderSchemas = ({ components }: ApiDocument): Html =>
  html`${Object.entries(components?.schemas ?? {}).map(
    ([name, schema]) =>
      html`<article id="${anchors.schema(name)}">
        <h3><a href="#${anchors.schema(name)}">${name}</a></h3>
        ${!isReference(schema) && schema.description !== undefined && html`<p>${schema.description}</p>`}
        ${renderSchema(schema, 'optional')}
      </article> `,
  )}`;
