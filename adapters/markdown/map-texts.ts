import { isJsonObject, type Json, type JsonObject } from '../../core/index.ts';

/** Every text in `value`, however deep, as `change` makes it. */
export const mapTexts = (value: JsonObject, change: (text: string) => string): JsonObject => {
  const visit = (each: Json): Json => {
    if (typeof each === 'string') return change(each);
    if (Array.isArray(each)) return each.map(visit);
    return isJsonObject(each) ? mapTexts(each, change) : each;
  };
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, visit(each)]));
};
