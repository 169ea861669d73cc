import { effect, signal } from '@preact/signals';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const storageKey = 'quoin-theme';

const isTheme = (value: unknown): value is Theme => themes.some((theme) => theme === value);

const stored = localStorage.getItem(storageKey);

export const theme = signal<Theme>(isTheme(stored) ? stored : 'system');

/** Applies the theme and remembers it in this browser. */
export const startTheme = (): void => {
  effect(() => {
    document.documentElement.dataset['theme'] = theme.value;
    localStorage.setItem(storageKey, theme.value);
  });
};
