import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ControlProps } from './field-form.ts';

/** What a form says about the fields that an item and its translations have in common; undefined if they have none. */
export const SharedFields = createContext<string | undefined>(undefined);

/** That sentence, for a shared field. */
export const useSharedHint = ({
  field,
  path,
}: Pick<ControlProps, 'field' | 'path'>): string | undefined => {
  const sentence = useContext(SharedFields);
  return field.localized === false && path.length === 1 ? sentence : undefined;
};
