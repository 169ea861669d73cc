import { Type } from 'typebox';
import { noteMaxLength } from '../../core/vocabulary.ts';
import { blockMerge, strictHandling } from '../client/preferences.ts';

export const ifMatchHeader = {
  'If-Match': Type.Optional(
    Type.String({
      description:
        'An `ETag` of the item. Returns 412, and writes nothing, if it is not the current one.',
    }),
  ),
};

export const changeNoteHeader = {
  'X-Change-Note': Type.Optional(
    Type.String({
      description: `A note for the history, in UTF-8: up to ${noteMaxLength} characters.`,
    }),
  ),
};

export const strictHandlingRule = `\`${strictHandling}\` rejects unknown members and parameters and a \`limit\` over the maximum, which are otherwise ignored or reduced, and unknown keys of \`data\`, which are otherwise stored.`;

/** For operations with preferences besides strict handling. */
export const savingPreferHeader = {
  Prefer: Type.Optional(
    Type.String({
      description: [
        strictHandlingRule,
        '`autosave` replaces the newest revision instead of adding one, if that is an autosave by the same author in the last ten minutes.',
        `\`merge\`, with \`If-Match\`, applies the change to the current version if the item has changed since, but not the same members. \`${blockMerge}\` also merges a field of blocks if both changed other blocks.`,
      ].join(' '),
    }),
  ),
};

/** For the publication of a working copy. */
export const publishingPreferHeader = {
  Prefer: Type.Optional(
    Type.String({
      description: `${strictHandlingRule} \`${blockMerge}\` also merges a field of blocks if the copy and the item changed other blocks.`,
    }),
  ),
};
