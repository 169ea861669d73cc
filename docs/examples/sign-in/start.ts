import { startMailServer } from './mail.ts';
import { startProvider } from './provider.ts';

const {
  PROVIDER_PORT = '9000',
  MAIL_PORT = '2525',
  PUBLIC_URL = 'http://localhost:8787',
} = process.env;

const { issuer } = await startProvider({
  port: Number(PROVIDER_PORT),
  clientId: 'quoin',
  clientSecret: 'only for trying things out',
  redirectUri: `${PUBLIC_URL}/auth/oidc/callback`,
  people: {
    ada: {
      email: 'ada@example.com',
      email_verified: true,
      given_name: 'Ada',
      family_name: 'Byron',
      groups: ['cms-editors'],
    },
    ben: { email: 'ben@example.com', email_verified: true, given_name: 'Ben', groups: [] },
    eve: { email: 'ada@example.com', email_verified: false, given_name: 'Eve', groups: [] },
  },
});

startMailServer(Number(MAIL_PORT), (mail) => {
  console.log(`\n--- A mail ---\n${mail}`);
});

console.log(`The provider is ${issuer}, and the mail server smtp://localhost:${MAIL_PORT}`);
