/**
 * The signatures that AWS has published for its test suite of Signature Version 4: the key, the moment and the
 * scope are the same in all of them.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { requestOfText, testIdentity, testKey, verdictOf } from './sigv4-suite.js'
import { VirtualClock } from '../../stdx/clock.js'
import { SignatureVerifier } from './verify.js'

const date = '20150830T123600Z'
const scope = '20150830/us-east-1/service/aws4_request'
const verifier = new SignatureVerifier({
  // The suite's session tokens are any text.
  keys: { find: () => ({ secretAccessKey: testKey.secretAccessKey, identity: testIdentity }) },
  clock: new VirtualClock(Date.UTC(2015, 7, 30, 12, 36)),
})

interface Vector {
  readonly method?: string
  readonly target?: string
  readonly lines?: readonly string[]
  /** Of the lines. */
  readonly signed?: string
  readonly body?: string
}

function check(name: string, signature: string, vector: Vector = {}): void {
  const { method = 'GET', target = '/', lines = [], signed = '', body = '' } = vector
  const names = ['host', 'x-amz-date', ...signed.split(' ')].filter((each) => each !== '').sort()
  const authorization = `AWS4-HMAC-SHA256 Credential=${testKey.accessKeyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`
  const head = [
    `${method} ${target} HTTP/1.1`,
    'Host:example.amazonaws.com',
    ...lines,
    `Authorization:${authorization}`,
    `X-Amz-Date:${date}`,
  ]
  checkRequest(name, `${head.join('\n')}\n\n${body}`)
}

function checkPresigned(name: string, signature: string, method: string, path: string): void {
  const query = `X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=${testKey.accessKeyId}%2F${scope.replaceAll('/', '%2F')}&X-Amz-Date=${date}&X-Amz-SignedHeaders=host&X-Amz-Expires=3600&X-Amz-Signature=${signature}`
  checkRequest(
    name,
    `${method} ${path}?${query} HTTP/1.1\nHost:example.amazonaws.com\nX-Amz-Date:${date}\n\n`,
  )
}

function checkRequest(name: string, text: string): void {
  // A request consists of bytes, not of characters.
  const bytes = Buffer.from(text).toString('latin1')
  it(name, async () => {
    assert.equal(await verdictOf(verifier, requestOfText(bytes), 'service'), 'accepted')
    const other = bytes.replace(
      /(Signature=[\da-f]{63})[\da-f]/,
      (_all, most: string) => `${most}g`,
    )
    assert.match(
      await verdictOf(verifier, requestOfText(other), 'service'),
      /^InvalidSignature: The request signature we calculated does not match/,
    )
  })
}

const unreserved = '-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const vanilla = '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'

describe('published vectors, signed in the header', () => {
  check('get-vanilla', vanilla)
  check(
    'get-header-key-duplicate',
    'c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea',
    {
      lines: ['My-Header1:value2', 'My-Header1:value2', 'My-Header1:value1'],
      signed: 'my-header1',
    },
  )
  check(
    'get-header-value-order',
    '08c7e5a9acfcfeb3ab6b2185e75ce8b1deb5e634ec47601a50643f830c755c01',
    {
      lines: ['My-Header1:value4', 'My-Header1:value1', 'My-Header1:value3', 'My-Header1:value2'],
      signed: 'my-header1',
    },
  )
  check(
    'get-header-value-trim',
    'acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736',
    {
      lines: ['My-Header1: value1', 'My-Header2: "a   b   c"'],
      signed: 'my-header1 my-header2',
    },
  )
  check('get-relative-relative', vanilla, { target: '/example1/example2/../..' })
  check('get-slashes', '9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84', {
    target: '//example//',
  })
  check(
    'get-slash-pointless-dot',
    'ef75d96142cf21edca26f06005da7988e4f8dc83a165a80865db7089db637ec5',
    {
      target: '/./example',
    },
  )
  check('get-space', '652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741', {
    target: '/example space/',
  })
  check('get-unreserved', '07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f', {
    target: `/${unreserved}`,
  })
  check('get-utf8', '8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85', {
    target: '/ሴ',
  })
  check(
    'get-vanilla-empty-query-key',
    'a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb',
    {
      target: '/?Param1=value1',
    },
  )
  check(
    'get-vanilla-query-order-encoded',
    '371d3713e185cc334048618a97f809c9ffe339c62934c032af5a0e595648fcac',
    {
      target: '/?Param-3=Value3&Param=Value2&%E1%88%B4=Value1',
    },
  )
  check(
    'get-vanilla-query-order-key-case',
    'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
    {
      target: '/?Param2=value2&Param1=value1',
    },
  )
  check(
    'get-vanilla-query-unreserved',
    '9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197',
    {
      target: `/?${unreserved}=${unreserved}`,
    },
  )
  check(
    'get-vanilla-utf8-query',
    '2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04',
    {
      target: '/?ሴ=bar',
    },
  )
  check(
    'get-vanilla-with-session-token',
    '07ec1639c89043aa0e3e2de82b96708f198cceab042d4a97044c66dd9f74e7f8',
    {
      lines: [
        'X-Amz-Security-Token:6e86291e8372ff2a2260956d9b8aae1d763fbf315fa00fa31553b73ebf194267',
      ],
      signed: 'x-amz-security-token',
    },
  )
  check('post-vanilla', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b', {
    method: 'POST',
  })
  check('post-vanilla-query', '28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11', {
    method: 'POST',
    target: '/?Param1=value1',
  })
  check(
    'post-header-key-sort',
    'c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c',
    {
      method: 'POST',
      lines: ['My-Header1:value1'],
      signed: 'my-header1',
    },
  )
  check(
    'post-header-value-case',
    'cdbc9802e29d2942e5e10b5bccfdd67c5f22c7c4e8ae67b53629efa58b974b7d',
    {
      method: 'POST',
      lines: ['My-Header1:VALUE1'],
      signed: 'my-header1',
    },
  )
  const form = {
    method: 'POST',
    signed: 'content-length content-type x-amz-content-sha256',
    body: 'Param1=value1',
  }
  const formLines = [
    'Content-Length:13',
    'x-amz-content-sha256:9095672bbd1f56dfc5b65f3e153adc8731a4a654192329106275f4c7b24d0b6e',
  ]
  check(
    'post-x-www-form-urlencoded',
    'd3875051da38690788ef43de4db0d8f280229d82040bfac253562e56c3f20e0b',
    {
      ...form,
      lines: ['Content-Type:application/x-www-form-urlencoded', ...formLines],
    },
  )
  check(
    'post-x-www-form-urlencoded-parameters',
    '328d1b9eaadca9f5818ef05e8392801e091653bafec24fcab71e7344e7f51422',
    {
      ...form,
      lines: ['Content-Type:application/x-www-form-urlencoded; charset=utf-8', ...formLines],
    },
  )
})

describe('published vectors, signed in the query', () => {
  checkPresigned(
    'get-vanilla-query',
    'e93c787ed7f371d5c6b165c1b38ede9550f4dce4144713e844b25b7192d3865d',
    'GET',
    '/',
  )
  checkPresigned(
    'get-utf8',
    '10eae3f14a260bd3911cc6d008d3c576d143b05b62f09782a7a4b37f52178e44',
    'GET',
    '/ሴ',
  )
  checkPresigned(
    'post-vanilla',
    '2ce6e6d2e0cf2f9d1b55fafec88cd20574c31dc2e7631979f71ba2310083e95b',
    'POST',
    '/',
  )
})
