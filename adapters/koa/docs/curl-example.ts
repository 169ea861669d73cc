import {
  isReference,
  type ApiDocument,
  type DocumentedOperation,
  type RequestBody,
} from './document.ts';
import { sampleValue } from './sample-value.ts';

/**
 * A command that makes a request of the operation. What only the reader knows is a variable of the
 * shell: `$TOKEN`, and path and query parameters by their names.
 */
export const curlExample = (document: ApiDocument, documented: DocumentedOperation): string => {
  const { method, operation } = documented;
  const body = operation.requestBody;
  const parts = [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}"${addressOf(document, documented)}"`,
    ...(needsSession(operation) ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body === undefined || isReference(body) || body.required === false
      ? []
      : bodyOptions(document, body)),
  ];
  return parts.join(' \\\n  ');
};

/** Among the ways in that an operation names, one without a requirement is open to everybody. */
const needsSession = ({ security = [] }: DocumentedOperation['operation']): boolean =>
  security.length > 0 && security.every((each) => Object.keys(each).length > 0);

const variable = (name: string): string => `$${name.toUpperCase()}`;

const addressOf = (
  { servers = [] }: ApiDocument,
  { path, operation }: DocumentedOperation,
): string => {
  const query = (operation.parameters ?? []).flatMap((each) =>
    !isReference(each) && each.in === 'query' && each.required === true
      ? [`${each.name}=${variable(each.name)}`]
      : [],
  );
  const template = path.replace(/\{(\w+)\}/g, (_, name: string) => variable(name));
  return `${servers[0]?.url ?? ''}${template}${query.length > 0 ? `?${query.join('&')}` : ''}`;
};

const bodyOptions = (document: ApiDocument, { content }: RequestBody): readonly string[] =>
  Object.entries(content).flatMap(([type, { schema = {}, example }]) => {
    const value: unknown = example ?? sampleValue(document, schema);
    switch (type) {
      case 'application/json':
        return [`-H "Content-Type: ${type}"`, `-d ${quoted(renderBody(value))}`];
      case 'multipart/form-data':
        return fieldsOf(value).map(([name, field]) =>
          name === 'file' ? '-F file=@FILE' : `-F ${quoted(`${name}=${asField(field)}`)}`,
        );
      default:
        return fieldsOf(value).map(
          ([name, field]) => `--data-urlencode ${quoted(`${name}=${asField(field)}`)}`,
        );
    }
  });

const lineLength = 70;

const renderBody = (value: unknown): string => {
  const line = JSON.stringify(value);
  return line.length <= lineLength ? line : JSON.stringify(value, undefined, 2);
};

const fieldsOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

const asField = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** One word of a POSIX shell, whatever is in it. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
