import type { ActiveSessionDto, UserDto } from '../../../contracts/schemas/account-schemas.ts';
import { identityProvider } from '../shell/session.ts';

const names = (): Readonly<Record<ActiveSessionDto['method'], string>> => ({
  password: 'Password',
  oidc: identityProvider.value ?? 'Identity provider',
});

/** “Password and code” */
export const sessionMethodText = ({
  method,
  secondFactor,
}: Pick<ActiveSessionDto, 'method' | 'secondFactor'>): string =>
  secondFactor ? `${names()[method]} and code` : names()[method];

/** “Password, Example login” */
export const signInMethodsText = ({ signInMethods }: Pick<UserDto, 'signInMethods'>): string =>
  signInMethods.length === 0
    ? 'Nothing yet'
    : signInMethods.map((method) => names()[method]).join(', ');
