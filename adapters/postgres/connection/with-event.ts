/**
 * A write that also stores an event, if it writes something and there is an event.
 *
 * @param write with a RETURNING clause. @param selection of what it returns. @param event the number of the placeholder.
 * @param parts that the write refers to.
 */
export const withEvent = (write: string, selection: string, event: number, parts = ''): string =>
  `with ${parts === '' ? '' : `${parts}, `}written as (${write}), ` +
  `event as (insert into outbox (event) select $${event}::json from written ` +
  `where $${event}::json is not null) select ${selection} from written`;
