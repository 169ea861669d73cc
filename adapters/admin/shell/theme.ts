import { computed, effect } from '@preact/signals';
import { remembered } from './remembered.ts';

const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const chosen = remembered('quoin-theme');

export const theme = computed<Theme>(
  () => themes.find((name) => name === chosen.value) ?? 'system',
);

export const chooseTheme = (next: Theme): void => {
  chosen.value = next;
};

/** Applies the theme. */
export const startTheme = (): void => {
  effect(() => {
    document.documentElement.dataset['theme'] = theme.value;
  });
};
