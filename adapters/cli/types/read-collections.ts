import { ApiError, createClient } from '../../../contracts/index.ts';
import { CommandError } from '../command-errors.ts';
import { describeApiError, fetchFrom } from '../transfer/targets/rest-session.ts';
import type { TypedCollection } from './render-types.ts';

/** @throws CommandError if the service does not answer, or with something else. */
export const readCollections = async (baseUrl: string): Promise<readonly TypedCollection[]> => {
  const client = createClient({ baseUrl, fetch: fetchFrom(baseUrl) });
  try {
    return (await client.listCollections()).body.data;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new CommandError(`The collections could not be read: ${describeApiError(error)}`, {
      cause: error,
    });
  }
};
