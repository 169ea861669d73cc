import type { SearchTerm } from '../model/content/search.ts';
import { wordsIn } from '../primitives/fold-words.ts';

/** A long address on the web. The first part is its host. */
const longAddress = /\bhttps?:\/\/([^\s/?#<>"]{1,253})[/?#][^\s<>"]{20,}/giu;

/**
 * Leaves of long addresses their hosts, because they would fill a snippet with what nobody reads. An address with a searched word
 * stays.
 */
export const shortenAddresses = (text: string, terms: readonly SearchTerm[]): string => {
  const wanted = terms.flatMap(({ words }) => words);
  return text.replaceAll(longAddress, (address, host: string) => {
    const isWanted = wordsIn(address).some(({ word }) =>
      wanted.some(({ text: searched }) => word.startsWith(searched)),
    );
    return isWanted ? address : `${host}/…`;
  });
};
