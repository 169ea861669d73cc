import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../bootstrap/config.ts';

const provider = {
  OIDC_ISSUER: 'https://login.example.com/realms/staff',
  OIDC_CLIENT_ID: 'quoin',
  OIDC_CLIENT_SECRET: 'topsecret',
};

const mistakesOf = (env: Readonly<Record<string, string>>): readonly string[] => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.mistakes;
    throw error;
  }
};

describe('sign-in by a provider', () => {
  test('has defaults that let in whom an administrator knows', () => {
    const { openId, identityRules, passwordLogin } = readConfig(provider);
    expect(openId).toEqual({
      issuer: provider.OIDC_ISSUER,
      clientId: 'quoin',
      clientSecret: 'topsecret',
      scopes: 'openid email profile',
    });
    expect(identityRules).toEqual({
      name: 'single sign-on',
      linksByEmail: true,
      creates: 'invited',
      groupRoles: undefined,
    });
    expect(passwordLogin).toBe('all');
  });

  test('has rules', () => {
    const { identityRules } = readConfig({
      ...provider,
      OIDC_NAME: 'Example',
      OIDC_LINK_BY_EMAIL: 'false',
      OIDC_CREATE: 'any',
      OIDC_ROLE_CLAIM: 'groups',
      OIDC_ROLE_MAP: 'cms-editors=editor, cn=staff=author ,admins=admin',
      OIDC_ALLOW_ADMIN: 'true',
    });
    expect(identityRules).toEqual({
      name: 'Example',
      linksByEmail: false,
      creates: 'any',
      groupRoles: {
        claim: 'groups',
        roles: [
          ['cms-editors', 'editor'],
          ['cn=staff', 'author'],
          ['admins', 'admin'],
        ],
        allowsAdmin: true,
      },
    });
  });

  test.each([
    'http://localhost:9000',
    'http://127.0.0.1:9000',
    'http://[::1]:9000/',
    'https://login.example.com',
  ])('%s is an issuer', (OIDC_ISSUER) => {
    expect(readConfig({ ...provider, OIDC_ISSUER }).openId?.issuer).toBe(OIDC_ISSUER);
  });

  test.each([
    'http://login.example.com',
    'http://localhost.example.com',
    'http://10.0.0.5',
    'login.example.com',
    'ftp://localhost',
    'https://login.example.com?tenant=1',
    'https://login.example.com#a',
    'https://user:topsecret@login.example.com',
  ])('%s is none, and the sentence does not repeat it', (OIDC_ISSUER) => {
    const mistakes = mistakesOf({ ...provider, OIDC_ISSUER });
    expect(mistakes).toEqual([expect.stringMatching(/^OIDC_ISSUER must be an https address/)]);
    expect(mistakes.join()).not.toContain('topsecret');
  });

  test('tells all mistakes at once', () => {
    const mistakes = mistakesOf({
      OIDC_CLIENT_SECRET: 'topsecret',
      OIDC_SCOPES: 'email profile',
      OIDC_ROLE_MAP: 'editors=boss,=editor,editors',
      OIDC_CREATE: 'all',
      PASSWORD_LOGIN: 'some',
    });
    expect(mistakes).toEqual([
      'OIDC_CREATE must be equal to one of the allowed values: none, invited, any',
      'PASSWORD_LOGIN must be equal to one of the allowed values: all, admins, none',
      'OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must all be set, or none of them',
      'OIDC_SCOPES must be names separated by single spaces, with openid among them',
      'OIDC_ROLE_CLAIM and OIDC_ROLE_MAP must both be set, or neither',
      ...['editors=boss', '=editor', 'editors'].map(
        (entry) =>
          `OIDC_ROLE_MAP: ${entry} must be a group and a role, such as cms-editors=editor; the roles are viewer, author, editor, admin`,
      ),
    ]);
  });
});
