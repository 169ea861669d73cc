import { t } from '../../../catalogue/texts.ts';
import { account } from '../../../shell/session.ts';
import { formatAge } from '../../../components/format-time.ts';

/** Who saved something, and when. */
export interface Saver {
  /** Null for a program, and if the account was deleted. */
  readonly author: { readonly id: string; readonly name: string } | null;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface Savers {
  /** Who saved what is stored now. */
  readonly last: Saver;
  /** Who changed a member last, by its path: `title`, or `data.<key>`. A working copy has no history: then it is empty. */
  readonly byPath: ReadonlyMap<string, Saver>;
}

export const isOwn = ({ author }: Saver): boolean =>
  author !== null && author.id === account.value?.id;

/** “Eva Berg”, for the sentences of `saving.by` and `conflict`. Another tab of the own account is named so. */
export const nameOfSaver = (saver: Saver | undefined): string => {
  if (saver !== undefined && isOwn(saver)) return t.saving.saver.own;
  return saver?.author?.name ?? t.saving.saver.somebody;
};

/** “Eva Berg saved 1 minute ago.” */
export const sayWho = (saver: Saver, sentence: (who: string, age: string) => string): string =>
  sentence(nameOfSaver(saver), formatAge(saver.at));
