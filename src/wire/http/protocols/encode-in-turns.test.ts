import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crc32 } from '../../../stdx/crc32.js'
import { turnsTaken } from '../../../stdx/turns-suite.js'
import { stored } from '../../wire-suite.js'
import { encodeAnswer } from './encode-answer.js'
import { copiedBytesAtOnce, encodeInTurns } from './encode-in-turns.js'

const kinds: readonly (readonly [string, (n: number) => unknown])[] = [
  ['stored items', (n) => stored(`{"pk":{"S":"ü${n}"}}`)],
  ['projected items', (n) => ({ pk: { S: `ü${n}` } })],
  [
    'items of both kinds and holes',
    (n) => (n % 3 === 0 ? stored('{}') : n % 3 === 1 ? {} : undefined),
  ],
]

function check(name: string, answer: unknown, inTurns: boolean): void {
  it(name, async () => {
    const encoded = encodeInTurns(answer)
    assert.equal(encoded instanceof Promise, inTurns)
    const { body, crc32: checksum = crc32(body) } = await encoded
    assert.equal(body.toString(), encodeAnswer(answer).toString())
    assert.equal(checksum, crc32(body))
  })
}

describe('encodeInTurns', () => {
  check('nothing', undefined, false)
  check('no members', {}, false)
  for (const [kind, element] of kinds) {
    for (const length of [0, 1, 499, 500, 501, 1000, 1201]) {
      const Items = Array.from({ length }, (_, n) => element(n))
      const rest = { Count: length, Missing: undefined, LastEvaluatedKey: { 'a"': { S: '€' } } }
      check(`${length} ${kind}`, { Items, ...rest }, length >= 500)
      check(`${length} ${kind}, last`, { Skipped: undefined, ...rest, Items }, length >= 500)
    }
  }

  const batch = (bytes: number) => {
    const around = `{"Responses":{"t":[{"a":""}]}}`.length
    return { Responses: { t: [stored(`{"a":"${'x'.repeat(bytes - around)}"}`)] } }
  }
  check('as many bytes as are copied at once', batch(copiedBytesAtOnce), false)
  check('one byte more', batch(copiedBytesAtOnce + 1), true)

  it('copies many megabytes in turns', async () => {
    const item = stored(`"${'x'.repeat(copiedBytesAtOnce)}"`)
    const answer = { Responses: { t: Array.from({ length: 8 }, () => item) } }
    const { turns, result } = await turnsTaken(() => encodeInTurns(answer))
    assert.ok(turns >= 6, `${turns} turns`)
    assert.ok(result.body.equals(encodeAnswer(answer)))
    assert.equal(result.crc32, crc32(result.body))
  })
})
