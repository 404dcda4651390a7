import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AssertionError } from '../../../stdx/assert.js'
import { emptyBody } from '../message.js'
import { headerLines, Opening, openingLength } from './header-lines.js'

const usual = ['Server', 'Gramme', 'Content-Type', 'application/json', 'x-amzn-RequestId', 'A']

function answer(status: number, headers: readonly string[]) {
  return { status, headers, body: emptyBody }
}

describe('the opening of an answer', () => {
  const opening = new Opening()
  const check = (name: string, status: number, headers: readonly string[], expected: string) =>
    void it(name, () => {
      for (let turn = 0; turn < 2; turn++) {
        assert.equal(opening.of(answer(status, headers)), expected.replaceAll('\n', '\r\n'))
      }
    })

  const first = 'HTTP/1.1 200 OK\nServer: Gramme\nContent-Type: application/json\n'
  check('is its status and first headers', 200, usual, first)
  check('does not depend on the others', 200, [...usual.slice(0, 5), 'B'], first)
  check('changes with the status', 400, usual, first.replace('200 OK', '400 Bad Request'))
  const other = usual.with(3, 'text/html')
  check(
    'changes with a header',
    400,
    other,
    first.replace('200 OK', '400 Bad Request').replace('application/json', 'text/html'),
  )
  check(
    'may have fewer headers',
    400,
    usual.slice(0, 2),
    'HTTP/1.1 400 Bad Request\nServer: Gramme\n',
  )
  check('may have none', 299, [], 'HTTP/1.1 299 unknown\n')
  check('is the usual one again after that', 200, usual, first)

  it('never has a line that a value made up', () => {
    const forged = usual.with(1, 'Gramme\r\nx: y')
    for (let turn = 0; turn < 2; turn++) {
      assert.throws(() => opening.of(answer(200, forged)), AssertionError)
    }
    assert.throws(() => headerLines(usual.with(5, 'A\r\nx: y'), openingLength), AssertionError)
  })
})
