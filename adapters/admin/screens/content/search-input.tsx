import { useEffect, useRef, useState } from 'preact/hooks';
import { queryMaxLength } from '../../../../contracts/client/vocabulary.ts';
import { t } from '../../catalogue/texts.ts';

const findDelayMs = 200;

interface SearchInputProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Waits until the user pauses. Follows the URL when something else changes it. */
export const SearchInput = ({ value, onChange }: SearchInputProps) => {
  const [text, setText] = useState(value);
  const latest = useRef({ onChange, sent: value });
  latest.current.onChange = onChange;
  useEffect(() => {
    // Text that was typed since it was sent must not be replaced by what was sent.
    if (value !== latest.current.sent) setText(value);
    latest.current.sent = value;
  }, [value]);
  useEffect(() => {
    if (text === latest.current.sent) return undefined;
    const timer = setTimeout(() => {
      latest.current.sent = text;
      latest.current.onChange(text);
    }, findDelayMs);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <input
      class="input"
      dir="auto"
      type="search"
      aria-label={t.contentList.search}
      placeholder={t.contentList.searchedTexts}
      maxLength={queryMaxLength}
      value={text}
      onInput={(event) => setText(event.currentTarget.value)}
    />
  );
};
