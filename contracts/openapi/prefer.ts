import type { ParameterObject } from 'openapi3-ts/oas30';
import { strictHandlingRule } from '../schemas/request-headers.ts';

/** The request header of the operations that declare none. */
export const preferParameter: ParameterObject = {
  name: 'Prefer',
  in: 'header',
  description: strictHandlingRule,
  schema: { type: 'string' },
};
