import { Type, type Static } from 'typebox';
import { presenceStates } from '../../core/vocabulary.ts';
import { defineOperations } from '../operation.ts';
import { dataOf } from '../schemas/envelope.ts';
import { jsonBody } from '../schemas/request-body.ts';
import { choice, idSchema, list, timeSchema, titled } from '../schemas/schema.ts';

const presentPersonSchema = titled('PresentPerson', {
  user: titled('PresentUser', {
    id: idSchema,
    name: Type.String({ description: 'First and last name or, without both, the username.' }),
  }),
  state: choice(presenceStates, {
    title: 'PresenceState',
    description: '`writing` if the person writes in one of the tabs.',
  }),
  since: timeSchema,
});
export type PresentPersonDto = Static<typeof presentPersonSchema>;

export const presenceOperations = defineOperations({
  meetAtItem: {
    method: 'post',
    path: '/api/presence/{id}',
    tag: 'Presence',
    summary: 'Say that you are at a content item, and read who else is',
    description:
      'Holds for 40 seconds: say it again every 15 seconds, when the state changes, and with `left` when the form is closed. Returns the other people at the item. Nothing is stored. For users only.',
    auth: 'user',
    params: Type.Object({ id: idSchema }),
    body: jsonBody(
      Type.Object({
        tab: Type.String({
          description:
            'Names the tab among those of the account: 1 to 64 letters, digits, `-` and `_`.',
        }),
        state: choice([...presenceStates, 'left'], {
          description: '`left`: the form was closed. The response is an empty list then.',
        }),
      }),
      { example: { tab: 'k3x9q', state: 'writing' } },
    ),
    success: {
      kind: 'json',
      status: 200,
      schema: dataOf(list(presentPersonSchema)),
      example: {
        data: [
          {
            user: { id: '0198c0de-2222-7000-8000-000000000002', name: 'Eva Berg' },
            state: 'writing',
            since: 1_790_000_360_000,
          },
        ],
      },
    },
    errors: ['rate_limited'],
  },
});
