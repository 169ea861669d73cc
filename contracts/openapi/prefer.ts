import type { HeadersObject, ParameterObject } from 'openapi3-ts/oas30';

/** Rejects what would be ignored (RFC 7240, section 4.4). */
export const strictHandling = 'handling=strict';

/** The request header of every operation in the OpenAPI document. */
export const preferParameter: ParameterObject = {
  name: 'Prefer',
  in: 'header',
  description: `\`${strictHandling}\` rejects unknown members and parameters and a \`limit\` over the maximum, which are otherwise ignored or reduced.`,
  schema: { type: 'string' },
};

/** The response header of every operation. */
export const preferenceAppliedHeader: HeadersObject = {
  'Preference-Applied': {
    description: `\`${strictHandling}\` if the request has this preference.`,
    schema: { type: 'string' },
  },
};
