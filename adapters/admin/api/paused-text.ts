import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

const pauseMs = 150;

/** A text that the user types, as it was when they last paused: what a search asks the service for. */
export const usePausedText = (text: string): ReadonlySignal<string> => {
  const paused = useSignal(text);
  useEffect(() => {
    const timer = setTimeout(() => {
      paused.value = text;
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
};
