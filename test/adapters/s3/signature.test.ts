import { describe, expect, test } from 'vitest';
import { signatureError, type SignedRequest } from '../../support/s3/signature.ts';

// The double is as strict as the signatures that Amazon publishes as examples:
// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html

const expected = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const now = Date.UTC(2013, 4, 24);
const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const example = (
  method: string,
  path: string,
  signature: string,
  more: Readonly<Record<string, string>> = {},
): SignedRequest => {
  const headers: Record<string, string> = {
    host: 'examplebucket.s3.amazonaws.com',
    'x-amz-content-sha256': emptySha256,
    'x-amz-date': '20130524T000000Z',
    ...more,
  };
  const names = Object.keys(headers).toSorted().join(';');
  const credential = `${expected.accessKeyId}/20130524/us-east-1/s3/aws4_request`;
  return {
    method,
    url: new URL(path, 'https://examplebucket.s3.amazonaws.com'),
    headers: {
      ...headers,
      authorization: `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=${names},Signature=${signature}`,
    },
  };
};

const getObject = example(
  'GET',
  '/test.txt',
  'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  { range: 'bytes=0-9' },
);

const putObject = example(
  'PUT',
  '/test$file.text',
  '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  {
    date: 'Fri, 24 May 2013 00:00:00 GMT',
    'x-amz-content-sha256': '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
    'x-amz-storage-class': 'REDUCED_REDUNDANCY',
  },
);

const none = new Uint8Array(0);

describe('a published example is accepted:', () => {
  test.each([
    ['get an object', getObject, none],
    ['put an object', putObject, Buffer.from('Welcome to Amazon S3.')],
    [
      'get a subresource',
      example(
        'GET',
        '/?lifecycle',
        'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
      ),
      none,
    ],
    [
      'list objects',
      example(
        'GET',
        '/?max-keys=2&prefix=J',
        '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
      ),
      none,
    ],
  ] as const)('%s', (_name, request, body) => {
    expect(signatureError(request, body, expected, now)).toBeUndefined();
  });
});

describe('a request is rejected if', () => {
  const headers = (changes: Readonly<Record<string, string>>): SignedRequest => ({
    ...getObject,
    headers: { ...getObject.headers, ...changes },
  });
  const withUrl = (path: string): SignedRequest => ({
    ...getObject,
    url: new URL(path, getObject.url),
  });

  test.each([
    ['it is not signed', headers({ authorization: '' }), 'AccessDenied'],
    ['its path is another', withUrl('/other.txt'), 'SignatureDoesNotMatch'],
    ['its query is another', withUrl('/test.txt?a=b'), 'SignatureDoesNotMatch'],
    ['its method is another', { ...getObject, method: 'DELETE' }, 'SignatureDoesNotMatch'],
    ['a signed header is another', headers({ range: 'bytes=0-10' }), 'SignatureDoesNotMatch'],
    ['a header of S3 is not signed', headers({ 'x-amz-acl': 'public-read' }), 'AccessDenied'],
  ])('%s', (_name, request, code) => {
    expect(signatureError(request, none, expected, now)).toBe(code);
  });

  test.each([
    ['the secret is another', { secretAccessKey: 'other' }, 'SignatureDoesNotMatch'],
    ['the key is another', { accessKeyId: 'other' }, 'InvalidAccessKeyId'],
    ['the region is another', { region: 'eu-west-1' }, 'AuthorizationHeaderMalformed'],
    ['its session token is missing', { sessionToken: 'token' }, 'InvalidToken'],
  ])('%s', (_name, changes, code) => {
    expect(signatureError(getObject, none, { ...expected, ...changes }, now)).toBe(code);
  });

  test('its body is another', () => {
    const body = Buffer.from('Welcome to Amazon S4.');
    expect(signatureError(putObject, body, expected, now)).toBe('XAmzContentSHA256Mismatch');
  });

  test('it is more than 15 minutes old', () => {
    expect(signatureError(getObject, none, expected, now + 901_000)).toBe('RequestTimeTooSkewed');
  });
});
