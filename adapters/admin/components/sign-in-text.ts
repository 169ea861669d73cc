import type { ActiveSessionDto, UserDto } from '../../../contracts/schemas/account-schemas.ts';
import { t } from '../catalogue/texts.ts';
import { identityProvider } from '../shell/session.ts';

const names = (): Readonly<Record<ActiveSessionDto['method'], string>> => ({
  password: t.common.password,
  oidc: identityProvider.value ?? t.components.signIn.identityProvider,
});

/** “Password and code” */
export const sessionMethodText = ({
  method,
  secondFactor,
}: Pick<ActiveSessionDto, 'method' | 'secondFactor'>): string =>
  secondFactor ? t.components.signIn.withCode(names()[method]) : names()[method];

/** “Password, Example login” */
export const signInMethodsText = ({ signInMethods }: Pick<UserDto, 'signInMethods'>): string =>
  signInMethods.length === 0
    ? t.components.signIn.nothingYet
    : signInMethods.map((method) => names()[method]).join(', ');
