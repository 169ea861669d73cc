import { useEffect, useRef, useState } from 'preact/hooks';
import { queryMaxLength } from '../../../../contracts/client/vocabulary.ts';

const pauseMs = 200;

interface SearchInputProps {
  readonly label: string;
  /** What is searched. */
  readonly placeholder: string;
  readonly value: string;
  /** Gets the text without spaces around it. */
  readonly onChange: (value: string) => void;
}

/** A box for words. Waits until the user pauses. Follows the URL when something else changes it. */
export const SearchInput = ({ label, placeholder, value, onChange }: SearchInputProps) => {
  const [text, setText] = useState(value);
  const latest = useRef({ onChange, sent: value });
  latest.current.onChange = onChange;
  useEffect(() => {
    // Text that was typed since it was sent must not be replaced by what was sent.
    if (value !== latest.current.sent) setText(value);
    latest.current.sent = value;
  }, [value]);
  useEffect(() => {
    const sent = text.trim();
    if (sent === latest.current.sent.trim()) return undefined;
    const timer = setTimeout(() => {
      latest.current.sent = sent;
      latest.current.onChange(sent);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <input
      class="input"
      dir="auto"
      type="search"
      aria-label={label}
      placeholder={placeholder}
      maxLength={queryMaxLength}
      value={text}
      onInput={(event) => setText(event.currentTarget.value)}
    />
  );
};
