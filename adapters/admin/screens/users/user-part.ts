import type { UserDto } from '../../../../contracts/schemas/account-schemas.ts';

/** What each part of the screen of a user gets. */
export interface UserPartProps {
  readonly user: UserDto;
  /** Shows the account as the service has returned it. */
  readonly onChange: (user: UserDto) => void;
  /** Says whether a part of the screen, by any name, has changes that are not saved. */
  readonly markUnsaved: (part: string, isUnsaved: boolean) => void;
}
