import { queueMail, type QueueDependencies } from '../mail/queue-mail.ts';
import { replaceMentions } from '../model/content/comment.ts';
import type { ContentItem } from '../model/content/content-item.ts';
import { publicNameOf, type User } from '../model/user.ts';
import type { Repositories } from '../ports/store.ts';

/** What mails about a comment say. */
export interface MentioningComment {
  readonly id: string;
  readonly item: Pick<ContentItem, 'id' | 'title'>;
  readonly text: string;
  /** The name of who wrote it. */
  readonly author: string;
}

/** Titles can be longer than mail servers accept in a subject. */
const subjectTitleMax = 100;

const oneLine = (text: string): string => text.replace(/\s+/gu, ' ');

const shortened = (title: string): string => {
  const characters = Array.from(oneLine(title));
  return characters.length <= subjectTitleMax
    ? characters.join('')
    : `${characters.slice(0, subjectTitleMax).join('')}…`;
};

/**
 * Tells accounts that a comment mentions them, if mail is configured: one mail to each.
 *
 * @param named all accounts that the comment mentions, for their names. @param recipients those of them that get a mail.
 * @param inside the transaction of the comment.
 */
export const mailMentions = async (
  dependencies: QueueDependencies,
  inside: Pick<Repositories, 'mails'>,
  { id, item, text, author }: MentioningComment,
  named: readonly User[],
  recipients: readonly User[],
): Promise<void> => {
  const names = new Map(named.map((user) => [user.id, publicNameOf(user)]));
  const { publicUrl } = dependencies;
  const link =
    publicUrl === undefined ? [] : ['', `${publicUrl}/admin/content/${item.id}?comment=${id}`];
  for (const { id: userId, email } of recipients) {
    await queueMail(dependencies, inside, {
      kind: 'mention',
      userId,
      to: email,
      subject: `${oneLine(author)} mentioned you: ${shortened(item.title)}`,
      text: [
        `${author} mentioned you in a comment on '${item.title}':`,
        '',
        replaceMentions(text, (mentioned) => `@${names.get(mentioned) ?? 'somebody'}`),
        ...link,
        '',
      ].join('\n'),
    });
  }
};
