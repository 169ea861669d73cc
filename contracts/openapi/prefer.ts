import type { HeadersObject, ParameterObject } from 'openapi3-ts/oas30';
import { strictHandling } from '../client/preferences.ts';
import { strictHandlingRule } from '../schemas/request-headers.ts';

/** The request header of the operations that declare none. */
export const preferParameter: ParameterObject = {
  name: 'Prefer',
  in: 'header',
  description: strictHandlingRule,
  schema: { type: 'string' },
};

/** The response header of every operation. */
export const preferenceAppliedHeader: HeadersObject = {
  'Preference-Applied': {
    description: `\`${strictHandling}\` if the request has this preference.`,
    schema: { type: 'string' },
  },
};
