import type { Permit } from '../../core/index.ts';

/** The permit of a write that no memory depends on. */
export const harmless: Permit = { proof: 'harmless' };
