import { invalid, parseNote, type ContentItem } from '../../../../core/vocabulary.ts';
import { expectedTag } from '../../answer/entity-tag.ts';
import { presentWritten } from './present-content.ts';

/** Whether an item is what `If-Match` names; undefined if it may be in any state. */
export const expectation = (ifMatch: string | undefined) => {
  const isExpected = expectedTag(ifMatch);
  return isExpected && ((item: ContentItem) => isExpected(presentWritten(item).tag));
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The note of a write. @throws DomainError `invalid_input`, `invalid_text`. */
export const noteOf = (changeNote: string | undefined): string | undefined =>
  changeNote === undefined ? undefined : parseNote(decode(changeNote));

/** Node shows each byte of a header as a character. */
const decode = (changeNote: string): string => {
  try {
    return utf8.decode(Buffer.from(changeNote, 'latin1'));
  } catch {
    throw invalid('invalid_text', [{ path: 'X-Change-Note', message: 'must be UTF-8' }]);
  }
};
