import { userKey } from '../../../shell/remembered.ts';
import type { Written } from './mentions.ts';

/** What a comment box is for: a new thread of an item, a reply to one, or the edit of a comment. */
const keyOf = (box: string): string => userKey(`comment:${box}`);

const nothing: Written = { text: '', people: [] };

/** What was typed into a box and not sent, also before the page was loaded. */
export const keptComment = (box: string): Written => {
  const kept = localStorage.getItem(keyOf(box));
  if (kept === null) return nothing;
  try {
    return JSON.parse(kept) as Written;
  } catch {
    return nothing;
  }
};

export const keepComment = (box: string, written: Written): void => {
  if (written.text.trim() === '') localStorage.removeItem(keyOf(box));
  else localStorage.setItem(keyOf(box), JSON.stringify(written));
};
