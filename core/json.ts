import type { Brand } from './brand.ts';
import { invalid, type DomainError } from './errors.ts';
import { assertStorable, utf8Length } from './text.ts';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/**
 * A JSON object as its text. What is stored and sent unchanged is never parsed: lists of large
 * items leave as they were written.
 */
export type JsonText = Brand<string, 'JsonText'>;

/** The text of `value`. @throws TypeError for what JSON cannot hold. */
export const encodeJson = (value: JsonObject): JsonText => JSON.stringify(value) as JsonText;

/** The value that {@link encodeJson} made the text of. */
export const decodeJson = (text: JsonText): JsonObject => JSON.parse(text) as JsonObject;

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface JsonLimits {
  readonly bytes: number;
  readonly depth: number;
  /** Of the refusal when one of them is passed; `invalid_data` when absent. */
  readonly code?: 'invalid_data' | 'invalid_schema';
}

/**
 * Checks what no schema can say and turns the object into its text.
 *
 * @param path where the object stands in what the caller sent.
 * @throws DomainError the code of the limits when it is nested too deeply, its text is too long, or
 *   a number is beyond those that JSON can be written with; `invalid_text` when a key or a value holds
 *   a NUL or half a surrogate pair.
 */
export const encodeBounded = (value: JsonObject, path: string, limits: JsonLimits): JsonText => {
  checkValue(value, path, limits.depth, limits);
  const text = encodeJson(value);
  if (text.length > limits.bytes || utf8Length(text) > limits.bytes) {
    throw beyond(limits, path, `must be at most ${limits.bytes} bytes of JSON`);
  }
  return text;
};

const checkValue = (value: Json, path: string, levelsLeft: number, limits: JsonLimits): void => {
  if (typeof value === 'string') return assertStorable(value, path);
  // JSON can say 1e999; a number holds it as Infinity, which would be stored as null.
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw beyond(limits, path, 'must be a number between -1.8e308 and 1.8e308');
  }
  if (typeof value !== 'object' || value === null) return;
  if (levelsLeft === 0) throw beyond(limits, path, `must be at most ${limits.depth} levels deep`);
  if (Array.isArray(value)) {
    value.forEach((item: Json, index) =>
      checkValue(item, `${path}.${index}`, levelsLeft - 1, limits),
    );
    return;
  }
  for (const [key, item] of Object.entries(value as JsonObject)) {
    assertStorable(key, path);
    checkValue(item, `${path}.${key}`, levelsLeft - 1, limits);
  }
};

const beyond = (
  { code = 'invalid_data' }: JsonLimits,
  path: string,
  message: string,
): DomainError => invalid(code, [{ path, message }]);
