import type { WebhookSigner } from '../../../core/index.ts';
import { equal, ok } from '../assert.ts';
import { times } from '../cases.ts';
import { suite } from '../suite.ts';

export interface WebhookSignerSubject {
  readonly signer: WebhookSigner;
}

export const webhookSignerSuite = suite<WebhookSignerSubject>('WebhookSigner', {
  'a key is 32 random bytes in base64': async ({ signer }) => {
    const keys = times(1_000, () => signer.newKey());
    for (const key of keys) ok(/^[A-Za-z0-9+/]{43}=$/.test(key), `${key} is 32 bytes in base64`);
    equal(new Set(keys).size, 1_000, 'distinct keys');
  },

  'a signature is the HMAC-SHA-256 of the text, in base64': async ({ signer }) => {
    // The example of the Standard Webhooks specification.
    const key = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const text = 'msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{"test": 2432232314}';
    equal(await signer.sign(key, text), 'g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=', 'ASCII');
    ok((await signer.sign(key, 'é')) !== (await signer.sign(key, 'e')), 'other text is different');
  },
});
