import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rememberedNamesLengthMax } from '../../limits.js'
import { HeaderNames } from './header-names.js'

const line = 'POST / HTTP/1.1\r\n'

function head(...lines: readonly string[]): string {
  return line + lines.map((text) => `${text}\r\n`).join('')
}

/** Reads the heads of one connection, one after the other. */
function readAll(...heads: readonly string[]): readonly unknown[] {
  const names = new HeaderNames()
  return heads.map((text) => names.read(text, line.length))
}

describe('the headers of a connection', () => {
  const first = head('Host: a', 'X-Amz-Target: T.A', 'Content-Length: 2')
  const read = { host: 'a', 'x-amz-target': 'T.A', 'content-length': '2' }

  const check = (name: string, next: string, expected: unknown) =>
    void it(name, () => {
      assert.deepEqual(readAll(first, next, first), [read, expected, read])
    })

  check('have new values', head('Host: bc', 'X-Amz-Target: T.B: C', 'Content-Length: 10'), {
    ...{ host: 'bc', 'x-amz-target': 'T.B: C', 'content-length': '10' },
  })
  check('come in another order', head('Content-Length: 2', 'Host: a', 'X-Amz-Target: T.A'), read)
  check('are written in another case', head('host: a', 'x-amz-target: T.A', 'Content-Length: 2'), {
    ...read,
  })
  check('are one fewer', head('Host: a', 'X-Amz-Target: T.A'), {
    ...{ host: 'a', 'x-amz-target': 'T.A' },
  })
  check('are one more', head('Host: a', 'X-Amz-Target: T.A', 'Content-Length: 2', 'X: y'), {
    ...read,
    x: 'y',
  })
  check('have a name that begins like another', head('Host: a', 'X-Amz-Target-2: T.A'), {
    ...{ host: 'a', 'x-amz-target-2': 'T.A' },
  })
  check('have one twice', head('Host: a', 'X-Amz-Target: T.A', 'host: a'), undefined)
  check('have one that is node:http’s', head('Host: a', 'Expect: 100-continue'), undefined)
  check('have a name of every object', head('Host: a', 'constructor: a'), undefined)

  it('are read as well if their names are too long to be remembered', () => {
    const name = 'n'.repeat(rememberedNamesLengthMax)
    const long = head(`${name}: 1`, 'Host: a')
    const longRead = { [name]: '1', host: 'a' }
    assert.deepEqual(readAll(long, long, first), [longRead, longRead, read])
  })
})
