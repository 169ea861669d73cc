import { Screen } from '../../shell/screen.tsx';

export const ApiTokens = () => <Screen title="ApiTokens">{null}</Screen>;
