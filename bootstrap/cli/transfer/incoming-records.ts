import { Ajv, type SchemaObject } from 'ajv';
import {
  incomingCollectionSchema,
  incomingContentSchema,
  incomingMediaSchema,
  type IncomingCollectionDto,
  type IncomingContentDto,
  type IncomingMediaDto,
} from '../../../contracts/index.ts';
import { readUuid } from '../../../core/index.ts';

/** A record to import, or the reason why a line is none: a clause about it. */
export type Incoming<T> =
  | { readonly value: T; readonly mistake?: undefined }
  | { readonly value?: undefined; readonly mistake: string };

type Line = Readonly<Record<string, unknown>>;

const ajv = new Ajv({
  formats: { uuid: (text: string) => readUuid(text) !== undefined, int64: true },
});

/** Members that an import has no use for are dropped; one of the wrong type is a mistake. */
const reader = <T>(
  schema: SchemaObject & { readonly properties: object },
): ((line: Line) => Incoming<T>) => {
  const isRight = ajv.compile<T>(schema);
  return (line) => {
    const value: unknown = Object.fromEntries(
      Object.entries(line).filter(([name]) => Object.hasOwn(schema.properties, name)),
    );
    if (isRight(value)) return { value };
    const { instancePath = '', message = 'is not right' } = isRight.errors?.[0] ?? {};
    const path = instancePath.slice(1).replaceAll('/', '.');
    return { mistake: path === '' ? `it ${message}` : `its ${path} ${message}` };
  };
};

/** An item as the REST API shows it or as an export holds it. */
export const readContent = reader<IncomingContentDto>(incomingContentSchema);
export const readCollection = reader<IncomingCollectionDto>(incomingCollectionSchema);
export const readMedia = reader<IncomingMediaDto>(incomingMediaSchema);

/** A line of JSON that holds an object. */
export const readObject = (text: string): Incoming<Line> => {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { value } : { mistake: 'it is not an object' };
  } catch {
    return { mistake: 'it is not valid JSON' };
  }
};

const isObject = (value: unknown): value is Line =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
