import { publicNameOf } from '../../../../contracts/client/vocabulary.ts';
import { api } from '../../api/client.ts';
import { account, isAdmin } from '../../shell/session.ts';

/** The names of accounts, by id, as far as the user may know them: only administrators see all. */
export const namesOf = async (
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> => {
  const own = account.peek()?.id;
  const others = [...new Set(ids)].filter((id) => id !== null).filter((id) => id !== own);
  const found = isAdmin.peek()
    ? await Promise.allSettled(others.map((id) => api.getUser({ params: { id } })))
    : [];
  return new Map([
    ...(own === undefined ? [] : [[own, 'You'] as const]),
    ...found.flatMap((each) =>
      each.status === 'fulfilled'
        ? [[each.value.body.data.id, publicNameOf(each.value.body.data)] as const]
        : [],
    ),
  ]);
};
