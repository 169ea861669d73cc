import {
  noSteps,
  ofEach,
  type ChangePart,
  type Creation,
  type Parameter,
  type PartSteps,
} from '../change-part.ts';

const event: Parameter = { type: 'json', of: ({ parts }) => parts.event ?? null };

const added: PartSteps = {
  variant: 'ev',
  stores: [['event', (place) => `insert into outbox (event) select ${place(event)} from item`]],
};

const events = ofEach(event, ({ parts }) => parts.event !== undefined);

const allAdded: PartSteps<readonly Creation[]> = {
  variant: '',
  stores: [
    [
      'event',
      (place) =>
        `insert into outbox (event) select event from unnest(${place(events)}) ` +
        'as events (event) where exists (select from item)',
    ],
  ],
};

export const eventPart: ChangePart = {
  of: ({ parts }) => (parts.event === undefined ? noSteps : added),
  ofAll: () => allAdded,
};
