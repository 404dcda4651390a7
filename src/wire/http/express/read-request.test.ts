import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  plainRequestBytesMax,
  plainRequestHeadersMax,
  plainRequestPiecesMax,
  requestHeadBytesMax,
} from '../../limits.js'
import { readRequest, type Reading } from './read-request.js'
import { RequestPieces } from './request-pieces.js'

const host = 'Host: a:8000\r\n'

const peer = { address: '192.0.2.1' }

function read(text: string): Reading {
  return readRequest(Buffer.from(text, 'latin1'), peer)
}

function head(lines: string, body = '{}'): string {
  return `POST / HTTP/1.1\r\n${lines}Content-Length: ${body.length}\r\n\r\n${body}`
}

/** A request filled up to this many headers with X- headers. */
function withHeaders(count: number): string {
  const lines = Array.from({ length: count - 2 }, (_, i) => `X-${i}: y\r\n`)
  return head(host + lines.join(''))
}

function withHeadBytes(bytes: number): string {
  const bare = head(`${host}X: \r\n`, '').length
  return head(`${host}X: ${'y'.repeat(bytes - bare)}\r\n`, '')
}

function withBytes(bytes: number): string {
  const text = (length: number): string => head(host, '').replace(': 0', `: ${length}`)
  const length = bytes - text(bytes).length
  return text(length) + ' '.repeat(length)
}

describe('a plain request', () => {
  it('is read as node:http reads it', () => {
    const reading = read(head(`${host}X-Amz-Target: A.B\r\nconnection: Keep-Alive\r\n`))
    assert.equal(reading.kind, 'request')
    const { headers, body, ...rest } = reading.request
    assert.deepEqual(rest, { method: 'POST', url: '/', repeatedHost: false, peer })
    assert.deepEqual(
      { ...headers },
      {
        host: 'a:8000',
        'x-amz-target': 'A.B',
        connection: 'Keep-Alive',
        'content-length': '2',
      },
    )
    assert.equal(String(body), '{}')
  })

  const check = (name: string, expected: Reading['kind'], text: string) =>
    void it(`${name}: ${expected}`, () => assert.equal(read(text).kind, expected))

  check('with a body of any bytes', 'request', head(host, '\0\r\n\r\n\xff'))
  check('with no body', 'request', head(host, ''))
  check('with blanks and colons in a value', 'request', head(`${host}X: a: b\r\n`))
  check('with one more byte', 'unusual', `${head(host)} `)
  check('with another behind it', 'unusual', head(host) + head(host))
  check('with as many headers as there may be', 'request', withHeaders(plainRequestHeadersMax))
  check('with one header more', 'unusual', withHeaders(plainRequestHeadersMax + 1))
  check('with a head just below the limit', 'request', withHeadBytes(requestHeadBytesMax - 1))
  check('with a head at the limit', 'unusual', withHeadBytes(requestHeadBytesMax))
  check('as large as may be', 'request', withBytes(plainRequestBytesMax))
  check('one byte larger', 'unusual', withBytes(plainRequestBytesMax + 1))

  for (const [name, lines] of Object.entries({
    'no host': '',
    'a second host': host + host,
    'a second length': `${host}content-length: 2\r\n`,
    'a repeated header': `${host}X: a\r\nx: a\r\n`,
    'Transfer-Encoding': `${host}Transfer-Encoding: chunked\r\n`,
    Expect: `${host}Expect: 100-continue\r\n`,
    Upgrade: `${host}Upgrade: h2c\r\n`,
    TE: `${host}TE: trailers\r\n`,
    Trailer: `${host}Trailer: X\r\n`,
    'Keep-Alive': `${host}Keep-Alive: timeout=5\r\n`,
    'Connection: close': `${host}Connection: close\r\n`,
    'several words of Connection': `${host}Connection: keep-alive, x\r\n`,
    'Proxy-Connection': `${host}Proxy-Connection: close\r\n`,
    'a name that every object has': `${host}__proto__: a\r\n`,
    'another such': `${host}Constructor: a\r\n`,
    'no blank after the colon': `${host}X:a\r\n`,
    'two blanks after the colon': `${host}X:  a\r\n`,
    'a blank before the colon': `${host}X : a\r\n`,
    'a blank at the end': `${host}X: a \r\n`,
    'a tab': `${host}X: a\tb\r\n`,
    'an empty value': `${host}X: \r\n`,
    'an empty name': `${host}: a\r\n`,
    'a folded line': `${host}X: a\r\n b\r\n`,
    'a line without a colon': `${host}X\r\n`,
    'a bare LF': `${host}X: a\nY: b\r\n`,
    'a bare CR': `${host}X: a\rY: b\r\n`,
    'a NUL': `${host}X: a\0\r\n`,
    'a byte over 0x7e': `${host}X: \xe9\r\n`,
    'DEL in a value': `${host}X: \x7f\r\n`,
    'a name of other characters': `${host}X(y): a\r\n`,
  })) {
    check(`with ${name}`, 'unusual', head(lines))
  }

  for (const length of ['-2', '+2', '02', '2 ', '2.0', '0x2', '2,2', '1e0', '1234567890', '']) {
    check(
      `of length ${JSON.stringify(length)}`,
      'unusual',
      head(host).replace(': 2', `: ${length}`),
    )
  }
  check('without a length', 'unusual', `POST / HTTP/1.1\r\n${host}\r\n`)

  for (const line of [
    'GET / HTTP/1.1',
    'post / HTTP/1.1',
    'POST  / HTTP/1.1',
    'POST /? HTTP/1.1',
    'POST /a HTTP/1.1',
    'POST / HTTP/1.0',
    'POST / HTTP/1.1 ',
    'POST http://a/ HTTP/1.1',
    '\r\nPOST / HTTP/1.1',
  ]) {
    check(JSON.stringify(line), 'unusual', head(host).replace('POST / HTTP/1.1', line))
  }
})

describe('part of a plain request', () => {
  const whole = head(host)
  const bodyStart = whole.length - 2

  it('is recognised by the head once there is a request line', () => {
    for (let cut = 'POST / HTTP/1.1\r\n'.length; cut < bodyStart; cut++) {
      const bytesMin = cut + 1
      assert.deepEqual(read(whole.slice(0, cut)), { kind: 'part', of: 'head', bytesMin })
    }
  })

  it('is recognised by the length once there is a head', () => {
    for (let cut = bodyStart; cut < whole.length; cut++) {
      const bytesMin = whole.length
      assert.deepEqual(read(whole.slice(0, cut)), { kind: 'part', of: 'body', bytesMin })
    }
  })

  it('is not made out of less', () => {
    assert.equal(read('POST / HTTP/1.1\r').kind, 'unusual')
  })

  it('is not a head without end', () => {
    const lines = `POST / HTTP/1.1\r\n${host}X: `
    assert.equal(read(lines.padEnd(requestHeadBytesMax - 1, 'y')).kind, 'part')
    assert.equal(read(lines.padEnd(requestHeadBytesMax, 'y')).kind, 'unusual')
  })
})

describe('pieces', () => {
  it('are enough once they have as many bytes as were asked for', () => {
    const pieces = new RequestPieces()
    pieces.add(Buffer.from('ab'))
    assert.ok(pieces.areEnough)
    pieces.waitFor(5)
    pieces.add(Buffer.from('cd'))
    assert.ok(!pieces.areEnough)
    pieces.add(Buffer.from('e'))
    assert.ok(pieces.areEnough)
    assert.equal(String(pieces.joined()), 'abcde')
    pieces.clear()
    assert.ok(pieces.isEmpty && pieces.areEnough)
  })

  it('are too many at the limit', () => {
    const pieces = new RequestPieces()
    for (let i = 0; i < plainRequestPiecesMax; i++) {
      assert.ok(!pieces.areTooMany)
      pieces.add(Buffer.from('a'))
    }
    assert.ok(pieces.areTooMany)
  })
})
