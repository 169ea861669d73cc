import type { CommentPlaceDto } from '../../../../../contracts/schemas/comment-schemas.ts';
import { userKey } from '../../../shell/remembered.ts';
import type { Written } from './mentions.ts';

/** What a comment box is for: a new thread of an item, a reply to one, or the edit of a comment. */
const keyOf = (box: string): string => userKey(`comment:${box}`);

/** What was typed and, of a new thread about a passage, which one. */
export interface KeptComment extends Written {
  readonly place?: CommentPlaceDto | undefined;
}

/** The box for a new thread of an item. */
export const newThread = (item: string): string => `new:${item}`;

const nothing: KeptComment = { text: '', people: [] };

/** What was typed into a box and not sent, also before the page was loaded. */
export const keptComment = (box: string): KeptComment => {
  const kept = localStorage.getItem(keyOf(box));
  if (kept === null) return nothing;
  try {
    return JSON.parse(kept) as KeptComment;
  } catch {
    return nothing;
  }
};

export const keepComment = (box: string, written: KeptComment): void => {
  if (written.text.trim() === '') localStorage.removeItem(keyOf(box));
  else localStorage.setItem(keyOf(box), JSON.stringify(written));
};
