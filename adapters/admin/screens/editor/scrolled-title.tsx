import { useEffect, useState } from 'preact/hooks';

interface ScrolledTitleProps {
  readonly title: string;
  /** The id of the field with the title. */
  readonly field: string;
}

/** The title in the bar, once its field is scrolled out of sight. Screen readers have the heading. */
export const ScrolledTitle = ({ title, field }: ScrolledTitleProps) => {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const element = document.getElementById(field);
    if (element === null) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => setShown(entry?.isIntersecting === false),
      { rootMargin: '-56px 0px 0px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return isShown ? (
    <strong class="ellipsis" aria-hidden="true" dir="auto">
      {title}
    </strong>
  ) : (
    <></>
  );
};
