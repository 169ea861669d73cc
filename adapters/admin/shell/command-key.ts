import { t } from '../catalogue/texts.ts';

/** What the key of most shortcuts is called on this device. */
export const commandKey = /Mac|iP(?:hone|ad)/.test(navigator.platform) ? '⌘' : t.shortcuts.ctrl;
