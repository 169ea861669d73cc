import styles from './avatar.module.css';

/** The first letters of the first two words. */
const initialsOf = (name: string): string =>
  name
    .split(/[\s._-]+/)
    .slice(0, 2)
    .map((word) => Array.from(word)[0] ?? '')
    .join('')
    .toUpperCase();

/** The initials of a user. Decoration beside the name. */
export const Avatar = ({ name }: { readonly name: string }) => (
  <span class={styles.avatar} dir="auto" aria-hidden="true">
    {initialsOf(name)}
  </span>
);
